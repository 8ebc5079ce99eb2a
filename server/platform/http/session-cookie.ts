import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
