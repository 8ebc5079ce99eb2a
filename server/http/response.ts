import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

type Variant = Readonly<{ body: Buffer; etag: string; headers: FlatHeaders; unchangedHeaders: FlatHeaders }>;

/** Names and values in turn, which Node writes faster than an object. */
export type FlatHeaders = readonly string[];

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

/** Prepares a response whose bodies are compressed quickly, because a client waits for them. */
export const prepareResponse = ({ status, headers, body }: Rendered): PreparedResponse =>
  prepare(
    headers,
    {
      br: () => brotliCompressSync(body, brotliOptions(body, 3)),
      gzip: () => gzipSync(body, { level: 4 }),
      identity: () => body,
    },
    status,
  );

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Prepares a response whose bodies are compressed with the best effort, in a thread. */
export async function prepareBest({ status, headers, body }: Rendered): Promise<PreparedResponse> {
  const [br, gz] = await Promise.all([
    compressBrotli(body, brotliOptions(body, constants.BROTLI_MAX_QUALITY)),
    compressGzip(body, { level: 9 }),
  ]);
  return prepare(headers, { br: () => br, gzip: () => gz, identity: () => body }, status);
}

const brotliOptions = ({ length }: Buffer, quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});

function createVariant(body: Buffer, encoding: Encoding, headers: OutgoingHttpHeaders): Variant {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const vary = [headers['vary'], 'accept-encoding'].flat().filter(Boolean).join(', ');
  const { 'content-type': _type, ...unchanged } = headers;
  return {
    body,
    etag,
    headers: flatHeaders({
      ...headers,
      vary,
      etag,
      'content-length': body.length,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }),
    unchangedHeaders: flatHeaders({ ...unchanged, vary, etag }),
  };
}

const flatHeaders = (headers: OutgoingHttpHeaders): FlatHeaders =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((each) => [name, String(each)]),
  );

/**
 * Sends a response to GET or HEAD: in the best accepted encoding, or 304 if the client has it already. `more` are headers
 * that depend on the request.
 */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  { status, variant }: PreparedResponse,
  more: FlatHeaders = [],
): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const { body, etag, headers, unchangedHeaders } = variant(encoding);
  const isKnown = status === 200 && isUnchanged(request.headers, etag);
  response.writeHead(isKnown ? 304 : status, [...(isKnown ? unchangedHeaders : headers), ...more]);
  response.end(isKnown || request.method === 'HEAD' ? undefined : body);
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
