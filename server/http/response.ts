import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

type Variant = Readonly<{ body: Buffer; etag: string; headers: OutgoingHttpHeaders }>;

export type Rendered = Readonly<{ status: number; headers: OutgoingHttpHeaders; body: Buffer }>;

/** A response in each encoding. */
export type PreparedResponse = Readonly<{ status: number; variant(encoding: Encoding): Variant }>;

/** Bodies by encoding; without one, that of `identity` is sent. */
type Bodies = { identity: () => Buffer } & Partial<Record<Encoding, () => Buffer>>;

/** Prepares a response. Creates the body of each encoding for the first client that accepts it. */
export function prepare(headers: OutgoingHttpHeaders, bodies: Bodies, status = 200): PreparedResponse {
  const known: Partial<Record<Encoding, Variant>> = {};
  return {
    status,
    variant: (encoding) =>
      (known[encoding] ??= bodies[encoding]
        ? createVariant(bodies[encoding](), encoding, headers)
        : createVariant(bodies.identity(), 'identity', headers)),
  };
}

/** Takes a millisecond for a page, and the best quality 60 ms for a tenth less. */
const QUICK_QUALITY = 5;

/** Prepares a response in all encodings, compressed quickly, because a client waits for it. */
export const prepareResponse = (
  { status, headers, body }: Rendered,
  br = () => brotliCompressSync(body, brotliOptions(body, QUICK_QUALITY)),
): PreparedResponse => prepare(headers, { br, gzip: () => gzipSync(body), identity: () => body }, status);

const compressBrotli = promisify(brotliCompress);

/** Prepares a response with the best compression, in a thread. */
export async function prepareBest(rendered: Rendered): Promise<PreparedResponse> {
  const { body } = rendered;
  const br = await compressBrotli(body, brotliOptions(body, constants.BROTLI_MAX_QUALITY));
  return prepareResponse(rendered, () => br);
}

const brotliOptions = ({ length }: Buffer, quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});

function createVariant(body: Buffer, encoding: Encoding, headers: OutgoingHttpHeaders): Variant {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return {
    body,
    etag,
    headers: {
      ...headers,
      vary: [headers['vary'], 'accept-encoding'].flat().filter(Boolean).join(', '),
      etag,
      'content-length': body.length,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
  };
}

/** Sends a response to GET or HEAD: in the best accepted encoding, or 304 if the client has it already. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  { status, variant }: PreparedResponse,
): void {
  const { body, etag, headers } = variant(acceptedEncoding(request.headers['accept-encoding']));
  if (status === 200 && isUnchanged(request.headers, etag)) {
    const {
      'content-type': _type,
      'content-length': _length,
      'content-encoding': _encoding,
      ...kept
    } = headers;
    response.writeHead(304, kept).end();
  } else response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** Like `sendPrepared`, in a Fastify route. */
export function replyPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PreparedResponse,
): FastifyReply {
  reply.hijack();
  sendPrepared(request.raw, reply.raw, prepared);
  return reply;
}

/** Returns true if If-None-Match matches. Ignores Cache-Control, because a response from memory is never outdated. */
export const isUnchanged = (headers: IncomingHttpHeaders, etag: string) =>
  headers['if-none-match'] !== undefined && fresh({ 'if-none-match': headers['if-none-match'] }, { etag });

/** Returns the first of `ENCODINGS`, smallest first, that the client accepts, whatever its quality. */
export function acceptedEncoding(header = ''): Encoding {
  const client = new Negotiator({ headers: { 'accept-encoding': header.toLowerCase() } });
  const accepted = client.encodings([...ENCODINGS]);
  return ENCODINGS.find((each) => accepted.includes(each)) ?? 'identity';
}
