import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API, SIGN_IN_PAGE } from '#contract/paths.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { ForbiddenError } from '#server/platform/errors.ts';

/** Creates accessors for the session cookie. Browsers accept its `__Host-` prefix only over TLS. */
export function createSessionCookie({ behindTls }: { behindTls: boolean }) {
  const name = behindTls ? '__Host-session' : 'session';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: behindTls } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write: (reply: FastifyReply, token: string) => reply.setCookie(name, token, options),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  };
}
export type SessionCookie = ReturnType<typeof createSessionCookie>;

const DAY_SECONDS = 86_400;

/** Creates accessors for the cookie of browsers that have signed in before. They send it only to sign in. */
export function createKnownBrowserCookie({ behindTls, days }: { behindTls: boolean; days: number }) {
  const name = behindTls ? '__Secure-signed-in-before' : 'signed-in-before';
  const options = {
    httpOnly: true,
    sameSite: 'strict',
    secure: behindTls,
    maxAge: days * DAY_SECONDS,
  } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write(reply: FastifyReply, token: string): void {
      for (const path of [API.signIn, SIGN_IN_PAGE]) void reply.setCookie(name, token, { ...options, path });
    },
  };
}
export type KnownBrowserCookie = ReturnType<typeof createKnownBrowserCookie>;

/**
 * Throws ForbiddenError for a request from another site's page. Browsers send Sec-Fetch-Site, older ones Origin. A
 * client that sends neither is not a browser, so it does not send a user's cookie unintentionally.
 */
export function checkSameOrigin(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') throw crossSite();
    return;
  }
  const { origin } = headers;
  if (origin === undefined) return;
  const host = hostOf(origin);
  // An origin without a host must not match an HTTP/1.0 request without Host.
  if (host === undefined || host !== headers.host) throw crossSite();
}

const crossSite = () =>
  new ForbiddenError(
    'cross-site',
    'This request must come from the website itself. Open the website and try again.',
  );

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
