import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { noHost, notHttp, severalHosts, type HttpError } from '#server/errors.ts';
import { sendAnswer, type Answer } from './answer.ts';
import type { Refusals } from './refusals.ts';

/** A whole request has to arrive within these times; a sender that is slower holds up nobody but itself. */
const TIMEOUTS = { requestTimeout: 5000, headersTimeout: 4000, connectionsCheckingInterval: 1000 } as const;

/**
 * The server in front of everything: an answer that lies ready in memory goes out at once, the rest goes to the
 * framework. It skips all hooks, so a ready answer carries every header itself.
 */
export function createFrontServer({
  findReady,
  otherwise,
  refusals,
}: {
  findReady: (request: IncomingMessage) => Answer | undefined;
  otherwise: (request: IncomingMessage, response: ServerResponse) => void;
  refusals: Refusals;
}): Server {
  // Without a Host Node would answer by itself, and not as a problem.
  const server = createServer({ ...TIMEOUTS, keepAliveTimeout: 10_000, requireHostHeader: false }, answer);
  // Whoever expects more than an answer gets just the answer (RFC 9110, 10.1.1).
  server.on('checkExpectation', answer);
  server.on('connect', refusals.connect);
  return server;

  function answer(request: IncomingMessage, response: ServerResponse) {
    request.url = originForm(request.url ?? '/');
    if (request.method === 'GET' || request.method === 'HEAD') {
      const ready = findReady(request);
      if (ready && !faultOf(request)) {
        sendAnswer(request, response, ready);
        return;
      }
    }
    otherwise(request, response);
  }
}

/** Proxies may write the whole address where others write the path (RFC 9112, 3.2.2). */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  if (origin === undefined) return url;
  const rest = url.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Why a request is not answered, however whole it looks. Two Host headers can make two programs disagree about whose
 * request it is, and none leaves it open; only HTTP/1.0 did without (RFC 9112, 3.2). An encoding that is not known
 * leaves open where the request ends.
 */
export function faultOf({ rawHeaders, headers, httpVersion }: IncomingMessage): HttpError | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return severalHosts();
  if (hosts === 0 && httpVersion !== '1.0') return noHost();
  const encoding = headers['transfer-encoding'];
  return encoding !== undefined && encoding.toLowerCase() !== 'chunked' ? notHttp() : undefined;
}
