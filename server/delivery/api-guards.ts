import type { FastifyRequest } from 'fastify';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { signInNeeded, type AccountService } from '#server/domains/accounts/account-service.ts';
import type { ApiTokenService } from '#server/domains/accounts/api-token-service.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import type { AdminApi, Api, ProgramApi } from '#server/platform/http/api.ts';
import { checkSameOrigin } from '#server/platform/http/same-origin.ts';
import type { SessionCookie } from '#server/platform/http/session-cookie.ts';

type Accounts = { accounts: AccountService };

/** Creates the scope of endpoints for administrators. Authenticates before parsing, so that 401 precedes 400. */
export function createAdminApi<Services extends Accounts>(
  api: Api<Services>,
  cookie: SessionCookie,
): AdminApi<Services> {
  const admins = new WeakMap<FastifyRequest, CurrentAdmin>();

  api.app.addHook('onRequest', async (request, reply) => {
    admins.set(request, await findAdmin(request, { ...api.services, cookie }));
    void reply.header('cache-control', 'no-store');
  });

  function currentAdmin(request: FastifyRequest): CurrentAdmin {
    const found = admins.get(request);
    if (!found) throw signInNeeded();
    return found;
  }

  return {
    ...api,
    currentAdmin,
    authorOf: (request) => ({ origin: 'admin', name: currentAdmin(request).username }),
  };
}

/**
 * Creates the scope of endpoints for API tokens and administrators. Authenticates before parsing. Requests with a token
 * need no same-origin check, because browsers never send a token automatically.
 */
export function createProgramApi<Services extends Accounts & { apiTokens: ApiTokenService }>(
  api: Api<Services>,
  cookie: SessionCookie,
): ProgramApi<Services> {
  const authors = new WeakMap<FastifyRequest, Author>();

  api.app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    authors.set(request, await findAuthor(request));
  });

  async function findAuthor(request: FastifyRequest): Promise<Author> {
    const { authorization = '' } = request.headers;
    const [, token] = /^bearer +([\w~+/.=-]{1,200}) *$/i.exec(authorization) ?? [];
    if (token) return { origin: 'token', name: (await api.services.apiTokens.find(token)).name };
    const detail = 'Sign in, or send an API token in the Authorization header.';
    return {
      origin: 'admin',
      name: (await findAdmin(request, { ...api.services, cookie, detail })).username,
    };
  }

  return {
    ...api,
    authorOf(request) {
      const author = authors.get(request);
      if (!author) throw signInNeeded();
      return author;
    },
  };
}

/** Returns the administrator of the session. Throws 403 for a cross-origin change, and 401 without a session. */
async function findAdmin(
  request: FastifyRequest,
  { accounts, cookie, detail }: Accounts & { cookie: SessionCookie; detail?: string },
): Promise<CurrentAdmin> {
  if (request.method !== 'GET' && request.method !== 'HEAD') checkSameOrigin(request.headers);
  const found = await accounts.find(cookie.read(request));
  if (!found) throw signInNeeded(detail);
  return found;
}
