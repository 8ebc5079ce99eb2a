import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request as sendRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError } from '#server/platform/database/database.ts';

/** Address of the client. The socket is in a private folder, so only a worker sends it. */
const CLIENT_ADDRESS = 'x-client-address';
/** Headers about one connection (RFC 9110, section 7.6.1), which the next one does not have. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'te', 'expect']);

/** Time for a killed writer to be replaced. */
const WRITER_WAIT_MS = 3000;
const RETRY_MS = 50;

/** Connects to the writer. Throws DatabaseUnavailableError if there is none for a while. */
export async function connectToWriter(path: string, waitMs = WRITER_WAIT_MS): Promise<Socket> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const socket = connect(path);
    try {
      await once(socket, 'connect');
      return socket;
    } catch (cause) {
      if (performance.now() > deadline)
        throw new DatabaseUnavailableError('The writer is not running.', { cause });
    }
    await sleep(RETRY_MS);
  }
}

/**
 * Sends a request to the writer, and its response to the client. Resolves when the exchange is over. If the writer ends
 * before it responds, closes the client's connection, because the change may be saved.
 */
export async function forward(
  writer: Socket,
  request: IncomingMessage,
  response: ServerResponse,
  { bodyLimit = Infinity }: { bodyLimit?: number | undefined } = {},
): Promise<void> {
  const over = new Promise((resolve) => response.once('close', resolve));
  if (response.destroyed) {
    writer.destroy();
    return;
  }
  const sent = sendRequest({
    createConnection: () => writer,
    method: request.method,
    path: request.url,
    headers: headersToWriter(request),
  });
  sent.on('error', () => {
    if (!response.headersSent) request.socket.destroy();
  });
  sent.once('response', (answer) => {
    if (answer.headers.connection === 'close') response.shouldKeepAlive = false;
    const headers = withoutHeaders(
      answer.rawHeaders,
      (name) => OF_CONNECTION.has(name) || name === 'transfer-encoding',
    );
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
    pipeline(answer, response, () => undefined);
  });
  // The writer rejects a body that is too long without reading it, and the response to an interrupted upload gets lost.
  if (Number(request.headers['content-length'] ?? 0) <= bodyLimit) request.pipe(sent);
  else sent.flushHeaders();
  await over;
  writer.destroy();
  // Discard what is left of the body, so that the connection can be used again.
  request.unpipe(sent);
  request.resume();
}

function headersToWriter({ rawHeaders, headers, socket }: IncomingMessage): string[] {
  const kept = withoutHeaders(rawHeaders, (name) => OF_CONNECTION.has(name) || name === CLIENT_ADDRESS);
  // Otherwise, an empty request becomes a chunked one, whose body would have to be JSON.
  const isEmpty = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
  return [
    ...kept,
    ...(isEmpty ? ['content-length', '0'] : []),
    // So that the writer's response says whether the client's connection must be closed.
    'connection',
    'keep-alive',
    CLIENT_ADDRESS,
    socket.remoteAddress ?? '',
  ];
}

function withoutHeaders(raw: readonly string[], isDropped: (name: string) => boolean): string[] {
  return raw.filter((_, at) => !isDropped((raw[at - (at % 2)] ?? '').toLowerCase()));
}

/** Listens in this process, not in its parent. */
export async function listenForWorkers(server: Server, path: string): Promise<void> {
  // A writer that was killed leaves its socket.
  rmSync(path, { force: true });
  await once(server.listen({ path, exclusive: true }), 'listening');
}

/** Makes the requests of the writer's socket appear to come from the clients. Each connection has one request. */
export function receiveForwarded(server: Server): void {
  server.prependListener('request', ({ headers, socket }: IncomingMessage) => {
    Object.defineProperty(socket, 'remoteAddress', { value: headers[CLIENT_ADDRESS] });
    delete headers[CLIENT_ADDRESS];
  });
}
