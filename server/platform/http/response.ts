import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

type Variant = Readonly<{
  body: Buffer;
  etag: string;
  headers: OutgoingHttpHeaders;
  /** Headers of a 304 response, without those that describe the body. */
  unchangedHeaders: OutgoingHttpHeaders;
}>;

export type PreparedResponse = Readonly<{ status: number; variants: Readonly<Record<Encoding, Variant>> }>;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** `quick` while a client waits, `best` in the background, where it occupies one pool thread. */
export type Effort = 'quick' | 'best';

const BROTLI_QUALITY = { quick: 5, best: 11 } as const;

export type Rendered = Readonly<{ status: number; headers: OutgoingHttpHeaders; body: Buffer }>;

/** Compresses a body into a response. Adds content-length, ETag and the headers of the encoding to `headers`. */
export async function prepareResponse(
  { status, headers, body }: Rendered,
  effort: Effort,
): Promise<PreparedResponse> {
  const [br, gz] = await Promise.all([
    compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
      },
    }),
    compressGzip(body, { level: effort === 'best' ? 9 : 6 }),
  ]);
  return prepareResponseFrom({ identity: body, gzip: gz, br }, headers, status);
}

/** Returns a Brotli window as large as the body; the default of four megabytes would cost memory without benefit. */
function windowBits(length: number): number {
  const bits = Math.ceil(Math.log2(length + 1));
  return Math.min(Math.max(bits, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);
}

/** Creates a response from bodies that were compressed in advance. */
export function prepareResponseFrom(
  bodies: { identity: Buffer; gzip?: Buffer | undefined; br?: Buffer | undefined },
  headers: OutgoingHttpHeaders,
  status = 200,
): PreparedResponse {
  const identity = createVariant(bodies.identity, undefined, headers);
  return {
    status,
    variants: {
      identity,
      gzip: bodies.gzip ? createVariant(bodies.gzip, 'gzip', headers) : identity,
      br: bodies.br ? createVariant(bodies.br, 'br', headers) : identity,
    },
  };
}

function createVariant(
  body: Buffer,
  encoding: 'gzip' | 'br' | undefined,
  headers: OutgoingHttpHeaders,
): Variant {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const vary = [headers['vary'], 'accept-encoding'].flat().filter(Boolean).join(', ');
  const { 'content-type': _type, ...unchanged } = headers;
  return {
    body,
    etag,
    headers: {
      ...headers,
      vary,
      etag,
      'content-length': body.length,
      ...(encoding && { 'content-encoding': encoding }),
    },
    unchangedHeaders: { ...unchanged, vary, etag },
  };
}

/** Sends a response to GET or HEAD: in the best accepted encoding, or 304 if the client has it already. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  prepared: PreparedResponse,
): void {
  const { body, etag, headers, unchangedHeaders } =
    prepared.variants[acceptedEncoding(request.headers['accept-encoding'])];
  if (prepared.status === 200 && isUnchanged(request.headers, etag)) {
    response.writeHead(304, unchangedHeaders).end();
    return;
  }
  response.writeHead(prepared.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
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
  fresh({ 'if-none-match': headers['if-none-match'] }, { etag });

/** Parsed Accept-Encoding headers, of which browsers send few. Bounded, because a client could always send new ones. */
const knownPreferences = new Map<string, Encoding>();
const KNOWN_PREFERENCES_MAX = 100;

/** Returns the first of `ENCODINGS`, smallest first, that the client accepts, whatever its quality. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const known = knownPreferences.get(header);
  if (known) return known;
  const client = new Negotiator({ headers: { 'accept-encoding': header.toLowerCase() } });
  const accepted = client.encodings([...ENCODINGS]);
  const encoding = ENCODINGS.find((each) => accepted.includes(each)) ?? 'identity';
  if (knownPreferences.size < KNOWN_PREFERENCES_MAX) knownPreferences.set(header, encoding);
  return encoding;
}
