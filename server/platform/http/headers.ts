import type { OutgoingHttpHeaders } from 'node:http';
import { CONTENT_VERSION_HEADER } from '#contract/paths.ts';

const YEAR_S = 31_536_000;

/** Returns the headers that every response carries. HSTS is included only if the site runs behind TLS. */
export function securityHeaders({ behindTls }: { behindTls: boolean }): OutgoingHttpHeaders {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(behindTls && { 'strict-transport-security': `max-age=${YEAR_S}` }),
  };
}

/** Policy of data responses, which load nothing and cannot be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Policy of image files. A browser that opens one directly adds styles to the page around it. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

const CACHE = {
  /** For URLs whose content never changes. */
  forever: 'public, max-age=31536000, immutable',
  anHour: 'public, max-age=3600',
  revalidated: 'no-cache',
  never: 'no-store',
} as const;

type Own = { type?: string | undefined; policy?: string; cache: keyof typeof CACHE; version?: number };

/** Returns the headers of a response: `common`, which every response carries, and its own. */
export const responseHeaders = (
  common: OutgoingHttpHeaders,
  { type, policy, cache, version }: Own,
): OutgoingHttpHeaders => ({
  ...common,
  ...(type !== undefined && { 'content-type': type }),
  ...(policy !== undefined && { 'content-security-policy': policy }),
  'cache-control': CACHE[cache],
  ...(version !== undefined && { [CONTENT_VERSION_HEADER]: version }),
});
