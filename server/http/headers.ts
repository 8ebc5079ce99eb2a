import type { ContentVersion } from '#server/platform/change.ts';
import type { OutgoingHttpHeaders, ServerResponse, IncomingMessage } from 'node:http';
import { CONTENT_EPOCH_HEADER, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import { randomUUID } from 'node:crypto';

/** Headers that every response carries. `watchProxies` adds HSTS. */
export const SECURITY_HEADERS: OutgoingHttpHeaders = Object.freeze({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
});

/** Policy of data responses, which load nothing and cannot be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Policy of built files and videos. A browser that opens one directly adds styles and a player around it. */
export const FILE_POLICY =
  "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Policy of image files. A browser that opens one directly adds styles to the page around it. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Policy of documents, which browsers only download. */
export const DOCUMENT_POLICY = "sandbox; default-src 'none'";

const CACHE = {
  /** For URLs whose content never changes. */
  forever: 'public, max-age=31536000, immutable',
  /** For one person, as long as the server agrees. */
  privately: 'private, no-cache',
  /** For an administrator, of what visitors do not see. */
  admin: 'private, no-store',
  anHour: 'public, max-age=3600',
  revalidated: 'no-cache',
  never: 'no-store',
} as const;

type Own = {
  type?: string | undefined;
  policy?: string;
  cache: keyof typeof CACHE;
  version?: ContentVersion;
};

/** Returns the headers of a response: those that every response carries, and its own. */
export const responseHeaders = ({ type, policy, cache, version }: Own): OutgoingHttpHeaders => ({
  ...SECURITY_HEADERS,
  ...(type !== undefined && { 'content-type': type }),
  ...(policy !== undefined && { 'content-security-policy': policy }),
  'cache-control': CACHE[cache],
  ...(version !== undefined && versionHeaders(version)),
});

export const versionHeaders = ({ version, epoch }: ContentVersion): OutgoingHttpHeaders => ({
  [CONTENT_VERSION_HEADER]: version,
  // The state before the first change is the same in every history.
  ...(epoch !== '' && { [CONTENT_EPOCH_HEADER]: epoch }),
});

/** Adds the seconds since the content was last compared with the database (RFC 9111, section 5.1), if it is old. */
export function markAge(response: ServerResponse, age: number | undefined): void {
  if (age !== undefined) response.setHeader('age', age);
}

/** Header of the request that a trusted proxy sets, and of error responses. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** What proxies generate, such as a UUID or `Root=1-67891233-abcdef012345678912345678`. */
const WELL_FORMED = /^[\w.:=-]{1,100}$/;

/** Returns the ID with which the log names a request: that of a trusted proxy, or a new one. */
export function requestIdOf({ headers }: IncomingMessage, isFromProxy: boolean): string {
  const given = headers[REQUEST_ID_HEADER];
  return isFromProxy && typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}
