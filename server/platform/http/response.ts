import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
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

/** Compresses a body into a response. Adds content-length, ETag and the headers of the encoding to `headers`. */
export async function prepareResponse(
  body: Buffer,
  { status, headers, effort }: { status: number; headers: OutgoingHttpHeaders; effort: Effort },
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
  return {
    status,
    variants: {
      identity: createVariant(body, undefined, headers),
      gzip: createVariant(gz, 'gzip', headers),
      br: createVariant(br, 'br', headers),
    },
  };
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
): PreparedResponse {
  const identity = createVariant(bodies.identity, undefined, headers);
  return {
    status: 200,
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
  const known = request.headers['if-none-match'];
  if (known !== undefined && prepared.status === 200 && matchesEtag(known, etag)) {
    response.writeHead(304, unchangedHeaders).end();
    return;
  }
  response.writeHead(prepared.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  // If-None-Match uses weak comparison (RFC 9110, section 13.1.2).
  return ifNoneMatch.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
}

/** Parsed Accept-Encoding headers, of which browsers send few. Bounded, because a client could always send new ones. */
const knownPreferences = new Map<string, Encoding>();
const KNOWN_PREFERENCES_MAX = 100;

/** Returns the first of `ENCODINGS`, smallest first, that is not excluded with q=0 (RFC 9110, section 12.5.3). */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const known = knownPreferences.get(header);
  if (known) return known;
  const quality = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
        const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
        return [name, q === undefined ? 1 : Number(q)] as const;
      }),
  );
  const wildcard = quality.get('*') ?? 0;
  const encoding =
    ENCODINGS.find((each) => each === 'identity' || (quality.get(each) ?? wildcard) > 0) ?? 'identity';
  if (knownPreferences.size < KNOWN_PREFERENCES_MAX) knownPreferences.set(header, encoding);
  return encoding;
}
