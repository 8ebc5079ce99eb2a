import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { API_TOKEN_SCOPES, type ApiToken, type ApiTokenScope } from '#contract/api-tokens.ts';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { CHANGES_HEADER } from '#contract/paths.ts';
import {
  CALLS,
  CONFIRMED_CALLS,
  mayChange,
  SETUP_CALLS,
  TOKEN_CALLS,
  type Callers,
} from '#contract/rights.ts';
import type { AccountService } from '#server/domains/accounts/account-service.ts';
import { refused, signInNeeded } from '#server/domains/accounts/check-change.ts';
import type { ApiTokenService } from '#server/domains/accounts/api-token-service.ts';
import type { NamedAuthor } from '#server/platform/change.ts';
import { ForbiddenError, TooManyRequestsError } from '#server/platform/errors.ts';
import { entryId } from '#server/records/change-log/change-log-store.ts';
import type { AdminApi, Api } from '#server/http/api.ts';
import { logSecurity } from '#server/http/security-log.ts';
import { checkSameOrigin, type Cookies } from '#server/http/cookies.ts';

type Accounts = { accounts: AccountService };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for routes of a scope that checks who sends a request. */
    isGuarded?: boolean;
  }
}

/** Makes the app refuse to start if a route is not in the table of rights, or in a scope that does not fit it. */
export function checkRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      for (const each of [method].flat()) {
        const isOpen = callersOf(each, url) === 'everyone';
        if (isOpen === (config?.isGuarded ?? false))
          throw new Error(
            `${each} ${url} ${isOpen ? 'checks sessions' : 'is open'}, unlike in contract/rights.ts.`,
          );
      }
    }
  });
}

/** Returns who may send requests to a route. Throws if the table does not say so. */
function callersOf(method: string, url: string): Callers {
  const callers = CALLS.get(`${method === 'HEAD' ? 'GET' : method} ${url}`) ?? CALLS.get(`ALL ${url}`);
  if (!callers) throw new Error(`contract/rights.ts doesn't say who may send ${method} ${url}.`);
  return callers;
}

/** Throws ForbiddenError if a role allows no change to which the route belongs. */
function checkRole({ role }: CurrentAdmin, { method, routeOptions: { url = '' } }: FastifyRequest): void {
  const callers = callersOf(method, url);
  if (typeof callers !== 'string' && !mayChange(role, callers)) throw refused(callers);
}

/** Creates the check for a session. One that cannot be checked counts as none, so that no error reveals a hidden page. */
export const createAdminCheck =
  ({ accounts }: Accounts, cookies: Cookies) =>
  (request: FastifyRequest): Promise<boolean> =>
    accounts.find(cookies.read(request), request.ip).then(Boolean, (error) => {
      if (!(error instanceof TooManyRequestsError)) request.log.warn(error);
      return false;
    });
export type IsAdmin = ReturnType<typeof createAdminCheck>;

/**
 * Finds the administrator who sends a request, and the token of the session, if there is one. Throws UnauthorizedError with
 * `detail` if no one is signed in.
 */
export type FindAdmin = (
  request: FastifyRequest,
  detail?: string,
) => Promise<{ admin: CurrentAdmin; token?: string | undefined }>;

/**
 * Creates a scope of endpoints for administrators, for API tokens where the table of rights says so, and for everyone
 * while `isPublic` returns true.
 */
export function createAdminApi<Services extends Accounts & { apiTokens: ApiTokenService }>(
  api: Api<Services>,
  findAdmin: FindAdmin,
  { isPublic = () => false }: { isPublic?: () => boolean } = {},
): AdminApi<Services> {
  const admins = new WeakMap<FastifyRequest, CurrentAdmin>();
  const findTokenAuthor = createTokenCheck(api.services);
  const authorOf = authenticate(api.app, async (request) => {
    if (isPublic()) return undefined;
    const scope = scopeOf(request);
    const tokenAuthor = scope && (await findTokenAuthor(request, scope));
    if (tokenAuthor) return tokenAuthor;
    const detail = scope && 'Sign in, or send an API token in the Authorization header.';
    const { admin, token } = await findAdmin(request, detail);
    checkRole(admin, request);
    admins.set(request, admin);
    const { id, username: name } = admin;
    return { origin: 'admin', name, check: api.services.accounts.checkChangesOf(id, token) };
  });
  return {
    ...api,
    authorOf,
    currentAdmin(request) {
      const found = admins.get(request);
      if (!found) throw signInNeeded();
      return found;
    },
  };
}

/** Returns a request as the tables of rights name it. */
const callOf = ({ method, routeOptions: { url } }: FastifyRequest) =>
  `${method === 'HEAD' ? 'GET' : method} ${url}`;

/** Returns the scope of API tokens that may send the request, undefined if none may. */
function scopeOf(request: FastifyRequest): ApiTokenScope | undefined {
  const call = callOf(request);
  return API_TOKEN_SCOPES.find((scope) => TOKEN_CALLS[scope].includes(call));
}

/**
 * Creates the check for API tokens. Requests with one need no same-origin check, because browsers never send a token
 * automatically.
 */
function createTokenCheck({ apiTokens }: { apiTokens: ApiTokenService }) {
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

  return async (request: FastifyRequest, needed: ApiTokenScope): Promise<NamedAuthor | undefined> => {
    const { authorization = '' } = request.headers;
    const [, token] = /^bearer +([\w~+/.=-]{1,200}) *$/i.exec(authorization) ?? [];
    if (!token) return undefined;
    const found = await apiTokens.find(token, request.ip);
    logUse(request, found);
    const { id, name, scope, locations } = found;
    if (scope !== needed) throw otherScope(scope, needed);
    const check = apiTokens.checkChangesOf(id);
    return { origin: 'token', name, check, ...(locations && { locations }) };
  };
}

const SCOPE_NAMES: Readonly<Record<ApiTokenScope, string>> = {
  bids: 'cash bids',
  harvest: 'the harvest board',
  read: 'reading',
};

const otherScope = (own: ApiTokenScope, needed: ApiTokenScope) =>
  new ForbiddenError(
    'other-scope',
    `This API token is for ${SCOPE_NAMES[own]}. Create one for ${SCOPE_NAMES[needed]} in the editor under Cash Bids.`,
  );

/**
 * Authenticates requests with `find`, before parsing, so that 401 precedes 400. Responses have the ids of the first and
 * last change that a request has saved, with which its author can undo them. Returns the function that finds the author.
 */
function authenticate(
  app: Api['app'],
  find: (request: FastifyRequest) => Promise<NamedAuthor | undefined>,
): (request: FastifyRequest) => NamedAuthor {
  const callers = new WeakMap<FastifyRequest, { author: NamedAuthor; first?: string; last?: string }>();

  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isGuarded: true };
  });

  app.addHook('onRequest', async (request, reply) => {
    const author = await find(request);
    if (!author) return;
    callers.set(request, { author });
    void reply.header('cache-control', 'no-store');
  });

  app.addHook('onSend', async (request, reply) => {
    const { first, last } = callers.get(request) ?? {};
    if (first === undefined || reply.statusCode !== 200) return;
    void reply.header(CHANGES_HEADER, first === last ? first : `${first}..${last}`);
  });

  return (request) => {
    const caller = callers.get(request);
    if (!caller) throw signInNeeded();
    return {
      ...caller.author,
      onAppend(entries) {
        const [first, last] = [entries[0], entries.at(-1)];
        if (!first || !last) return;
        caller.first ??= entryId(first);
        caller.last = entryId(last);
      },
    };
  };
}

/**
 * Creates the function that finds the administrator of a session. It also throws ForbiddenError for a cross-origin change,
 * and for a sensitive request after a while without a proof of who sends it.
 */
export const findBySession =
  ({ accounts }: Accounts, cookies: Cookies): FindAdmin =>
  async (request, detail) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') checkSameOrigin(request.headers);
    const [token, call] = [cookies.read(request), callOf(request)];
    const admin = await accounts.find(token, request.ip, SETUP_CALLS.has(call));
    if (!admin) throw signInNeeded(detail);
    request.account = admin.username;
    checkRole(admin, request);
    if (CONFIRMED_CALLS.has(call)) await accounts.checkConfirmed(token);
    return { admin, token };
  };
