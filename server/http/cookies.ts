import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API, SIGN_IN_PAGE } from '#contract/paths.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { ForbiddenError } from '#server/platform/errors.ts';

const DAY_SECONDS = 86_400;

/**
 * Creates accessors for the cookies of the session and of a sign-in that needs another step, whose `__Host-` prefix
 * browsers accept only over TLS, and for that of browsers that have signed in before, which they send only to sign in.
 */
export function createCookies({ behindTls }: { behindTls: boolean }) {
  const session = behindTls ? '__Host-session' : 'session';
  const step = behindTls ? '__Host-sign-in-step' : 'sign-in-step';
  const knownBrowser = behindTls ? '__Secure-signed-in-before' : 'signed-in-before';
  const common = { httpOnly: true, sameSite: 'strict', secure: behindTls } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[session],
    write: (reply: FastifyReply, token: string) => reply.setCookie(session, token, { ...common, path: '/' }),
    clear: (reply: FastifyReply) => reply.clearCookie(session, { ...common, path: '/' }),
    readStep: (request: FastifyRequest): string | undefined => request.cookies[step],
    writeStep: (reply: FastifyReply, token: string) => reply.setCookie(step, token, { ...common, path: '/' }),
    clearStep: (reply: FastifyReply) => reply.clearCookie(step, { ...common, path: '/' }),
    readKnownBrowser: (request: FastifyRequest): string | undefined => request.cookies[knownBrowser],
    writeKnownBrowser(reply: FastifyReply, token: string, days: number): void {
      const options = { ...common, maxAge: days * DAY_SECONDS };
      for (const path of [API.signIn, SIGN_IN_PAGE])
        void reply.setCookie(knownBrowser, token, { ...options, path });
    },
  };
}
export type Cookies = ReturnType<typeof createCookies>;

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
  const host = URL.parse(origin)?.host;
  // An origin without a host must not match an HTTP/1.0 request without Host.
  if (host === undefined || host !== headers.host) throw crossSite();
}

const crossSite = () =>
  new ForbiddenError(
    'cross-site',
    'This request must come from the website itself. Open the website and try again.',
  );
