import type { OutgoingHttpHeaders } from 'node:http';

const YEAR_S = 31_536_000;

/** What every answer carries, whatever it is. HSTS only where the site knows that it stands behind TLS. */
export function securityHeaders({ behindTls }: { behindTls: boolean }): OutgoingHttpHeaders {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(behindTls && { 'strict-transport-security': `max-age=${YEAR_S}` }),
  };
}

/** For answers that are data: nothing in them may load or be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For pictures that are opened by themselves: browsers style the page that they put around one. */
export const PICTURE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
