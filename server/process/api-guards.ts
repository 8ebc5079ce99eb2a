import type { FastifyRequest } from 'fastify';
import type { ApiToken } from '#contract/api-tokens.ts';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { CHANGES_HEADER } from '#contract/paths.ts';
import { signInNeeded, type AccountService } from '#server/domains/accounts/account-service.ts';
import type { ApiTokenService } from '#server/domains/accounts/api-token-service.ts';
import type { Author } from '#server/platform/change.ts';
import { entryId } from '#server/records/change-log/change-log-store.ts';
import type { AdminApi, Api, ProgramApi } from '#server/http/api.ts';
import { logSecurity, setAccount } from '#server/http/security-log.ts';
import { checkSameOrigin, type SessionCookie } from '#server/http/cookies.ts';

type Accounts = { accounts: AccountService };

/**
 * Creates the scope of endpoints for administrators, or for everyone while `isPublic` returns true. Authenticates before
 * parsing, so that 401 precedes 400.
 */
export function createAdminApi<Services extends Accounts>(
  api: Api<Services>,
  cookie: SessionCookie,
  { isPublic = () => false }: { isPublic?: () => boolean } = {},
): AdminApi<Services> {
  const admins = new WeakMap<FastifyRequest, CurrentAdmin>();
  const onAppendOf = sendChanges(api.app);

  api.app.addHook('onRequest', async (request, reply) => {
    if (isPublic()) return;
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
    authorOf: (request) => ({
      origin: 'admin',
      name: currentAdmin(request).username,
      onAppend: onAppendOf(request),
    }),
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
  const onAppendOf = sendChanges(api.app);

  api.app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    authors.set(request, await findAuthor(request));
  });

  const day = { date: '', uses: new Set<string>() };

  /** Logs the first use of a token from each address on each day: programs may send the bids every minute. */
  function logUse(request: FastifyRequest, { id, name, createdBy }: ApiToken) {
    const date = new Date().toISOString().slice(0, 10);
    if (day.date !== date) Object.assign(day, { date, uses: new Set() });
    const use = `${id} ${request.ip}`;
    if (day.uses.has(use)) return;
    day.uses.add(use);
    logSecurity(request, 'token-used', { token: name, account: createdBy });
  }

  async function findAuthor(request: FastifyRequest): Promise<Author> {
    const { authorization = '' } = request.headers;
    const [, token] = /^bearer +([\w~+/.=-]{1,200}) *$/i.exec(authorization) ?? [];
    if (token) {
      const found = await api.services.apiTokens.find(token, request.ip);
      logUse(request, found);
      return { origin: 'token', name: found.name };
    }
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
      return { ...author, onAppend: onAppendOf(request) };
    },
  };
}

/** Sends the ids of the first and last change that a request has saved, with which its author can undo them. */
function sendChanges(app: Api['app']): (request: FastifyRequest) => NonNullable<Author['onAppend']> {
  const changes = new WeakMap<FastifyRequest, { first: string; last: string }>();

  app.addHook('onSend', async (request, reply) => {
    const { first, last } = changes.get(request) ?? {};
    if (first === undefined || reply.statusCode !== 200) return;
    void reply.header(CHANGES_HEADER, first === last ? first : `${first}..${last}`);
  });

  return (request) => (entries) => {
    const [first, last] = [entries[0], entries.at(-1)];
    if (!first || !last) return;
    changes.set(request, { first: changes.get(request)?.first ?? entryId(first), last: entryId(last) });
  };
}

/** Returns the administrator of the session. Throws 403 for a cross-origin change, and 401 without a session. */
async function findAdmin(
  request: FastifyRequest,
  { accounts, cookie, detail }: Accounts & { cookie: SessionCookie; detail?: string },
): Promise<CurrentAdmin> {
  if (request.method !== 'GET' && request.method !== 'HEAD') checkSameOrigin(request.headers);
  const found = await accounts.find(cookie.read(request), request.ip);
  if (!found) throw signInNeeded(detail);
  setAccount(request, found.username);
  return found;
}
