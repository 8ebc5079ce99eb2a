import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A response exactly as received, not decompressed and with every header line. */
export type RawResponse = {
  status: number;
  headers: Record<string, string>;
  /** Header lines in order, without date, connection and keep-alive. */
  lines: string[];
  body: Buffer;
  /** Number of bytes after the header section, even if a body is not allowed. */
  bytesAfterHead: number;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests inspect responses of any shape.
  json(): any;
};

export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Adds `connection: close` unless the headers override it. */
export function requestText(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): string {
  const all = {
    host: 'localhost',
    connection: 'close',
    ...(body !== '' && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Sends one request on a separate connection. Throws unless there is exactly one response. */
export async function sendRequest(
  port: number,
  path: string,
  options: Parameters<typeof requestText>[1] = {},
): Promise<RawResponse> {
  const responses = await exchange(port, requestText(path, options), {
    withoutBody: options.method === 'HEAD',
  });
  const [response] = responses;
  if (!response || responses.length > 1) throw new Error(`${path} got ${responses.length} responses.`);
  return response;
}

/** Sends bytes on a separate connection, and returns all responses received before the server closed it. */
export async function exchange(
  port: number,
  bytes: string | Buffer,
  { withoutBody = false } = {},
): Promise<RawResponse[]> {
  const socket = await open(port);
  socket.write(bytes);
  return parseResponses(await readToEnd(socket), withoutBody);
}

export async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  // The server may reset the connection while the request is still being sent; only earlier responses matter.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

export async function readToEnd(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // `once` would reject when the server closes the connection during a write.
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  return Buffer.concat(chunks);
}

export function parseResponses(bytes: Buffer, withoutBody = false): RawResponse[] {
  const responses: RawResponse[] = [];
  let at = 0;
  while (at < bytes.length) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    if (headEnd === -1) throw new Error(`Incomplete response: ${bytes.toString('latin1', at, at + 200)}`);
    const [statusLine = '', ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const hasBody = !withoutBody && status !== 304;
    const { body, end } = hasBody
      ? readBody(bytes, headEnd + 4, headers)
      : { body: Buffer.alloc(0), end: headEnd + 4 };
    at = end;
    responses.push({
      status,
      headers,
      lines: lines.filter((line) => !/^(date|connection|keep-alive):/i.test(line)),
      body,
      // Bytes after a response without a body would be parsed as the next response.
      bytesAfterHead: hasBody ? body.length : bytes.length - end,
      text: body.toString(),
      json: () => JSON.parse(body.toString()) as unknown,
    });
  }
  return responses;
}

function readBody(
  bytes: Buffer,
  start: number,
  headers: Record<string, string>,
): { body: Buffer; end: number } {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes, start);
  const length = Number(headers['content-length'] ?? NaN);
  const end = start + length;
  if (!(end <= bytes.length)) throw new Error(`Incomplete body: ${bytes.length - start} of ${length} bytes.`);
  return { body: bytes.subarray(start, end), end };
}

function readChunks(bytes: Buffer, start: number): { body: Buffer; end: number } {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const from = lineEnd + 2;
    at = from + size + 2;
    if (size === 0) return { body: Buffer.concat(chunks), end: at };
    if (!(at <= bytes.length)) throw new Error('The last chunk is missing.');
    chunks.push(bytes.subarray(from, from + size));
  }
}
