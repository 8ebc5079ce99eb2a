import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzip,
  gzipSync,
} from 'node:zlib';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

type Variant = Readonly<{
  body: Buffer;
  etag: string;
  headers: FlatHeaders;
  /** Headers of a 304 response, without those that describe the body. */
  unchangedHeaders: FlatHeaders;
}>;

/** Names and values in turn, which Node writes faster than an object. */
export type FlatHeaders = readonly string[];

export type PreparedResponse = Readonly<{ status: number; variants: Readonly<Record<Encoding, Variant>> }>;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** `quick` while a client waits, `best` in the background, where it occupies one pool thread. */
export type Effort = 'quick' | 'best';

/** A quality of 4 takes 1.6 times the time of 3, and saves 6% of the home page until the best compression replaces it. */
const BROTLI_QUALITY = { quick: 3, best: 11 } as const;
const GZIP_LEVEL = { quick: 4, best: 9 } as const;

/**
 * Longest body that is compressed quickly on the main thread, which takes a millisecond. The threads of the pool may be
 * busy with the hashes of passwords, and a busy system wakes them late.
 */
const IMMEDIATE_MAX_BYTES = 128 * 1024;

export type Rendered = Readonly<{ status: number; headers: OutgoingHttpHeaders; body: Buffer }>;

/** Compresses a body into a response. Adds content-length, ETag and the headers of the encoding to `headers`. */
export async function prepareResponse(rendered: Rendered, effort: Effort): Promise<PreparedResponse> {
  const { status, headers, body } = rendered;
  if (effort === 'quick' && body.length <= IMMEDIATE_MAX_BYTES) return prepareImmediately(rendered);
  const [br, gz] = await Promise.all([
    compressBrotli(body, brotliOptions(body, effort)),
    compressGzip(body, { level: GZIP_LEVEL[effort] }),
  ]);
  return prepareResponseFrom({ identity: body, gzip: gz, br }, headers, status);
}

/** Compresses on the main thread, for the first client that accepts an encoding. */
function prepareImmediately({ status, headers, body }: Rendered): PreparedResponse {
  return prepareLazily(status, headers, {
    br: () => brotliCompressSync(body, brotliOptions(body, 'quick')),
    gzip: () => gzipSync(body, { level: GZIP_LEVEL.quick }),
    identity: () => body,
  });
}

/** Creates a response from a body that was compressed with Brotli in advance. */
export function prepareFromBrotli(br: Buffer, headers: OutgoingHttpHeaders): PreparedResponse {
  const identity = () => brotliDecompressSync(br);
  return prepareLazily(200, headers, {
    br: () => br,
    gzip: () => gzipSync(identity(), { level: GZIP_LEVEL.best }),
    identity,
  });
}

/** Creates each variant for the first client that needs it. */
function prepareLazily(
  status: number,
  headers: OutgoingHttpHeaders,
  bodies: Readonly<Record<Encoding, () => Buffer>>,
): PreparedResponse {
  const known: Partial<Record<Encoding, Variant>> = {};
  return {
    status,
    variants: {
      get br() {
        return (known.br ??= createVariant(bodies.br(), 'br', headers));
      },
      get gzip() {
        return (known.gzip ??= createVariant(bodies.gzip(), 'gzip', headers));
      },
      get identity() {
        return (known.identity ??= createVariant(bodies.identity(), undefined, headers));
      },
    },
  };
}

const brotliOptions = ({ length }: Buffer, effort: Effort) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(length),
  },
});

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
    headers: flatHeaders({
      ...headers,
      vary,
      etag,
      'content-length': body.length,
      ...(encoding && { 'content-encoding': encoding }),
    }),
    unchangedHeaders: flatHeaders({ ...unchanged, vary, etag }),
  };
}

export const flatHeaders = (headers: OutgoingHttpHeaders): FlatHeaders =>
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
  prepared: PreparedResponse,
  more: FlatHeaders = [],
): void {
  const { body, etag, headers, unchangedHeaders } =
    prepared.variants[acceptedEncoding(request.headers['accept-encoding'])];
  if (prepared.status === 200 && isUnchanged(request.headers, etag)) {
    writeHead(response, 304, unchangedHeaders, more);
    response.end();
    return;
  }
  writeHead(response, prepared.status, headers, more);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const writeHead = (response: ServerResponse, status: number, headers: FlatHeaders, more: FlatHeaders) =>
  // Node does not change the array that its type declares as mutable.
  response.writeHead(status, (more.length === 0 ? headers : [...headers, ...more]) as string[]);

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
  headers['if-none-match'] !== undefined &&
  (headers['if-none-match'] === etag || fresh({ 'if-none-match': headers['if-none-match'] }, { etag }));

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
