import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_MEDIA_TYPE } from '#contract/problem.ts';
import { problem } from '#server/errors.ts';
import { sendAnswer, type Answer } from './answer.ts';

/** A whole request has to arrive within these times; a sender that is slower holds up nobody but itself. */
const TIMEOUTS = { requestTimeout: 5000, headersTimeout: 4000, connectionsCheckingInterval: 1000 } as const;

/**
 * The server in front of everything: an answer that lies ready in memory goes out at once, the rest goes to the
 * framework. It skips all hooks, so a ready answer carries every header itself.
 */
export function createFrontServer(
  findReady: (url: string) => Answer | undefined,
  otherwise: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer({ ...TIMEOUTS, keepAliveTimeout: 10_000 }, (request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const ready = findReady(request.url ?? '');
      if (ready && !hasSeveralHosts(request)) {
        sendAnswer(request, response, ready);
        return;
      }
    }
    otherwise(request, response);
  });
  server.on('clientError', refuse);
  return server;
}

/** Two Host headers can make two programs disagree about whose request it is (RFC 9112, 3.2). */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

const REFUSALS: Record<string, [status: number, code: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too-slow', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'headers-too-large', 'The headers are larger than this server takes.'],
};

/** What never becomes a request is answered here, as a problem like every other refusal. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, code, detail] = REFUSALS[error.code ?? ''] ?? [400, 'not-http', 'The request is not HTTP.'];
  const body = JSON.stringify(problem(status, code, detail));
  socket.end(
    [
      `HTTP/1.1 ${status} ${problem(status, code, detail).title}`,
      'connection: close',
      `content-type: ${PROBLEM_MEDIA_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
