import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { NotFoundError } from '#server/platform/errors.ts';
import { closeAfterResponses } from './connections.ts';
import { HttpError, problemHeaders, toProblem } from './problem.ts';

const CONNECTION_ERRORS: Record<string, HttpError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'too-slow'),
  HPE_HEADER_OVERFLOW: new HttpError(431, 'headers-too-large'),
};

const headers = problemHeaders();
const slow = new WeakSet<Duplex>();

/**
 * Exempts the request being read on `socket` from the request timeout while `work` runs. Only for authenticated clients;
 * `work` must enforce its own timeout.
 */
export async function allowSlow<Result>(socket: Duplex, work: () => Promise<Result>): Promise<Result> {
  slow.add(socket);
  try {
    return await work();
  } finally {
    slow.delete(socket);
  }
}

/** Rejects input that the parser of requests has rejected. */
export function onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slow.has(socket)) return;
  if (error.code !== 'ECONNRESET' && closeAfterResponses(socket)) return;
  if (socket.writable && error.code !== 'ECONNRESET') {
    reject(socket, CONNECTION_ERRORS[error.code ?? ''] ?? new HttpError(400, 'not-http'));
  } else {
    socket.destroy();
  }
}

/** Rejects a request that the framework must not get. */
export function rejectRequest(response: ServerResponse, { problem }: HttpError): void {
  const body = JSON.stringify(problem);
  response.writeHead(problem.status, {
    ...headers,
    connection: 'close',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Rejects CONNECT: this server is not a proxy. */
export function rejectConnect(_: IncomingMessage, socket: Duplex): void {
  if (!closeAfterResponses(socket)) reject(socket, new NotFoundError());
}

/** Rejects input that is not a request, and closes the connection. */
function reject(socket: Duplex, rejection: HttpError | NotFoundError): void {
  const problem = toProblem(rejection);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
