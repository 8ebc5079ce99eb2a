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
import { prepareResponse, sendPrepared, type PreparedResponse } from './response.ts';
import { DATA_POLICY } from './security-headers.ts';

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
    reply.header('content-security-policy', DATA_POLICY);
    reply.header('cache-control', 'no-cache');
    reply.header(CONTENT_VERSION_HEADER, content.version());
  });

  return {
    app,
    services,
    content,

    /** Sends the cached response for `key`, or creates it with `read`. `key` must have no unknown query parameters. */
    async sendCached<Value>(
      request: FastifyRequest,
      reply: FastifyReply,
      { key, read, write = JSON.stringify, headers: more = {} }: CachedResponse<Value>,
    ): Promise<FastifyReply> {
      const response = await apiResponses.get(key, (effort) => {
        const version = content.version();
        return prepareResponse(Buffer.from(write(read())), {
          status: 200,
          effort,
          headers: {
            ...headers,
            'content-type': 'application/json; charset=utf-8',
            'content-security-policy': DATA_POLICY,
            'cache-control': 'no-cache',
            [CONTENT_VERSION_HEADER]: version,
            ...more,
          },
        });
      });
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
  key: string;
  read: () => Value;
  write?: (value: Value) => string;
  headers?: OutgoingHttpHeaders;
};

export function replyPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PreparedResponse,
): FastifyReply {
  reply.hijack();
  sendPrepared(request.raw, reply.raw, prepared);
  return reply;
}

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
