import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { TSchema } from 'typebox';
import { CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import { Problem, PROBLEM_MEDIA_TYPE } from '#contract/problem.ts';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { SessionCookie } from '../domains/accounts/account-routes.ts';
import { signInNeeded } from '../domains/accounts/account-service.ts';
import { checkSameOrigin } from './same-origin.ts';
import type { Author } from '../platform/change-log/change-log-store.ts';
import { DatabaseUnavailableError } from '../platform/database/database.ts';
import { HttpError } from '../platform/http/problem.ts';
import type { ResponseCache } from '../platform/http/response-cache.ts';
import { cacheKeyOf, routeTargetOf } from '../platform/http/cache-key.ts';
import { DATA_POLICY, responseHeaders } from '../platform/http/headers.ts';
import { replyPrepared } from '../platform/http/response.ts';
import type { Services } from '../services.ts';

export type Api = ReturnType<typeof createApi>;

/** Creates the scope of all API endpoints. They respond with 503 while the database is unavailable. */
export function createApi(
  instance: FastifyInstance,
  {
    services,
    apiResponses,
    headers,
  }: { services: Services; apiResponses: ResponseCache; headers: OutgoingHttpHeaders },
) {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();

  app.addHook('onRequest', async (_, reply) => {
    if (!services.content.isAvailable()) throw new DatabaseUnavailableError();
    void reply.headers(dataHeaders());
  });

  const dataHeaders = (type?: string) =>
    responseHeaders(headers, {
      type,
      policy: DATA_POLICY,
      cache: 'revalidated',
      version: services.content.version(),
    });

  return {
    app,
    services,

    /** Sends the cached response of the request, or creates it with `read`. */
    async sendCached<Value>(
      request: FastifyRequest,
      reply: FastifyReply,
      { read, write = JSON.stringify, headers: more = {} }: CachedResponse<Value>,
    ): Promise<FastifyReply> {
      const key = cacheKeyOf(routeTargetOf(request), request.headers);
      const response = await apiResponses.get(key, () => ({
        status: 200,
        headers: { ...dataHeaders('application/json; charset=utf-8'), ...more },
        body: Buffer.from(write(read())),
      }));
      return replyPrepared(request, reply, response);
    },

    describe<Input extends { params?: TSchema; body?: TSchema; querystring?: TSchema; response: TSchema }>(
      summary: string,
      { response, ...input }: Input,
    ) {
      const error = { description: 'Error', content: { [PROBLEM_MEDIA_TYPE]: { schema: Problem } } };
      return { summary, ...input, response: { 200: response, '4xx': error, '5xx': error } } as const;
    },
  };
}

type CachedResponse<Value> = {
  read: () => Value;
  write?: (value: Value) => string;
  headers?: OutgoingHttpHeaders;
};

export type AdminApi = ReturnType<typeof createAdminApi>;

/** Creates the scope of endpoints for administrators. Authenticates before parsing, so that 401 precedes 400. */
export function createAdminApi(api: Api, cookie: SessionCookie) {
  const admins = new WeakMap<FastifyRequest, CurrentAdmin>();

  api.app.addHook('onRequest', async (request, reply) => {
    admins.set(request, await findAdmin(request, { api, cookie }));
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

    authorOf: (request: FastifyRequest): Author => ({
      origin: 'admin',
      name: currentAdmin(request).username,
    }),

    baseVersion,
  };
}

export type ProgramApi = ReturnType<typeof createProgramApi>;

/**
 * Creates the scope of endpoints for API tokens and administrators. Authenticates before parsing. Requests with a token
 * need no same-origin check, because browsers never send a token automatically.
 */
export function createProgramApi(api: Api, cookie: SessionCookie) {
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
    return { origin: 'admin', name: (await findAdmin(request, { api, cookie, detail })).username };
  }

  return {
    ...api,
    baseVersion,

    authorOf(request: FastifyRequest): Author {
      const author = authors.get(request);
      if (!author) throw signInNeeded();
      return author;
    },
  };
}

/** Returns the administrator of the session. Throws 403 for a cross-origin change, and 401 without a session. */
async function findAdmin(
  request: FastifyRequest,
  { api, cookie, detail }: { api: Api; cookie: SessionCookie; detail?: string },
): Promise<CurrentAdmin> {
  if (request.method !== 'GET' && request.method !== 'HEAD') checkSameOrigin(request.headers);
  const found = await api.services.accounts.find(cookie.read(request));
  if (!found) throw signInNeeded(detail);
  return found;
}

/** Returns the content version that a save is based on, or undefined if the client sent none. */
function baseVersion(request: FastifyRequest): number | undefined {
  const text = request.headers[CONTENT_VERSION_HEADER];
  if (text === undefined) return undefined;
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text);
  throw new HttpError(400, 'invalid', {
    detail: 'Use a content version number, such as 12.',
    field: `headers/${CONTENT_VERSION_HEADER}`,
  });
}
