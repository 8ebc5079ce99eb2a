import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API, SIGN_IN_PAGE } from '#contract/paths.ts';

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
