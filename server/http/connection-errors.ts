import { STATUS_CODES, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEM_MEDIA_TYPE } from '#contract/problem.ts';
import { HttpError, notFound, notHttp, toProblem } from '#server/errors.ts';
import { DATA_POLICY } from './security-headers.ts';

export function problemHeaders(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return {
    ...headers,
    'content-type': PROBLEM_MEDIA_TYPE,
    'content-security-policy': DATA_POLICY,
    'cache-control': 'no-store',
  };
}

const CONNECTION_ERRORS: Record<string, HttpError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(
    408,
    'too-slow',
    'The request took too long to arrive. Send it again.',
  ),
  HPE_HEADER_OVERFLOW: new HttpError(
    431,
    'headers-too-large',
    'The request headers are too large. Shorten the address, or clear your cookies for this website.',
  ),
};

export type ConnectionErrors = ReturnType<typeof createConnectionErrors>;

/** Creates handlers that reject input before it becomes a request. They close the connection. */
export function createConnectionErrors(headers: OutgoingHttpHeaders) {
  const lines = Object.entries(problemHeaders(headers)).map(([name, value]) => `${name}: ${String(value)}`);

  function reject(socket: Duplex, rejection: HttpError) {
    const body = JSON.stringify(toProblem(rejection));
    const head = [
      `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}`,
      ...lines,
      'connection: close',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  }

  const slow = new WeakSet<Duplex>();

  return {
    /**
     * Exempts the request being read on `socket` from the request timeout while `work` runs. Only for authenticated
     * clients; `work` must enforce its own timeout.
     */
    async allowSlow<Result>(socket: Duplex, work: () => Promise<Result>): Promise<Result> {
      slow.add(socket);
      try {
        return await work();
      } finally {
        slow.delete(socket);
      }
    },

    onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slow.has(socket)) return;
      if (socket.writable && error.code !== 'ECONNRESET') {
        reject(socket, CONNECTION_ERRORS[error.code ?? ''] ?? notHttp());
      } else {
        socket.destroy();
      }
    },

    /** Rejects CONNECT: this server is not a proxy. */
    connect(_: IncomingMessage, socket: Duplex): void {
      reject(socket, notFound());
    },
  };
}
