import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { NotFoundError } from '#server/platform/errors.ts';
import { closeAfterResponses } from './pipeline.ts';
import { HttpError, problemHeaders, toProblem } from './problem.ts';

const CONNECTION_ERRORS: Record<string, HttpError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'too-slow'),
  HPE_HEADER_OVERFLOW: new HttpError(431, 'headers-too-large'),
};

export type ConnectionErrors = ReturnType<typeof createConnectionErrors>;

/** Creates handlers that reject input before the framework gets it. `common` are the headers of every response. */
export function createConnectionErrors(common: OutgoingHttpHeaders) {
  const headers = problemHeaders(common);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);

  /** Rejects input that is not a request, and closes the connection. */
  function reject(socket: Duplex, rejection: HttpError | NotFoundError) {
    const problem = toProblem(rejection);
    const body = JSON.stringify(problem);
    const head = [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
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
      if (error.code !== 'ECONNRESET' && closeAfterResponses(socket)) return;
      if (socket.writable && error.code !== 'ECONNRESET') {
        reject(socket, CONNECTION_ERRORS[error.code ?? ''] ?? new HttpError(400, 'not-http'));
      } else {
        socket.destroy();
      }
    },

    rejectRequest(response: ServerResponse, { problem }: HttpError): void {
      const body = JSON.stringify(problem);
      response.writeHead(problem.status, {
        ...headers,
        connection: 'close',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },

    /** Rejects CONNECT: this server is not a proxy. */
    connect(_: IncomingMessage, socket: Duplex): void {
      if (!closeAfterResponses(socket)) reject(socket, new NotFoundError());
    },
  };
}
