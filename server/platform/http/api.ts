import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { TSchema } from 'typebox';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import { Problem, PROBLEM_MEDIA_TYPE } from '#contract/problem.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { DatabaseUnavailableError } from '#server/platform/database/database.ts';
import { HttpError } from './problem.ts';
import type { ResponseCache } from './response-cache.ts';
import { cacheKeyOf, routeTargetOf } from './cache-key.ts';
import { DATA_POLICY, responseHeaders } from './headers.ts';
import { replyPrepared } from './response.ts';

/** Scope of API endpoints, with the services that their routes need. */
export type Api<Services = object> = ReturnType<typeof createApi<Services>>;

/** Scope of endpoints for administrators. */
export type AdminApi<Services = object> = ProgramApi<Services> & {
  currentAdmin(request: FastifyRequest): CurrentAdmin;
};

/** Scope of endpoints for administrators and API tokens. */
export type ProgramApi<Services = object> = Api<Services> & {
  authorOf(request: FastifyRequest): Author;
};

type ContentState = { version(): number; isAvailable(): boolean };

/** Creates the scope of all API endpoints. They respond with 503 while the database is unavailable. */
export function createApi<Services>(
  instance: FastifyInstance,
  {
    services,
    content,
    apiResponses,
    headers,
  }: {
    services: Services;
    content: ContentState;
    apiResponses: ResponseCache;
    headers: OutgoingHttpHeaders;
  },
) {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();

  app.addHook('onRequest', async (_, reply) => {
    if (!content.isAvailable()) throw new DatabaseUnavailableError();
    void reply.headers(dataHeaders());
  });

  const dataHeaders = (type?: string) =>
    responseHeaders(headers, {
      type,
      policy: DATA_POLICY,
      cache: 'revalidated',
      version: content.version(),
    });

  return {
    app,
    services,
    content,

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

/** Returns the content version that a save is based on, or undefined if the client sent none. */
export function baseVersionOf(request: FastifyRequest): number | undefined {
  const text = request.headers[CONTENT_VERSION_HEADER];
  if (text === undefined) return undefined;
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text);
  throw new HttpError(400, 'invalid', {
    detail: 'Use a content version number, such as 12.',
    field: `headers/${CONTENT_VERSION_HEADER}`,
  });
}
