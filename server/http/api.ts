import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { TSchema } from 'typebox';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { CONTENT_EPOCH_HEADER, CONTENT_VERSION_HEADER, SITE_REVISION_HEADER } from '#contract/paths.ts';
import { Problem, PROBLEM_MEDIA_TYPE } from '#contract/problem.ts';
import type { BaseVersion, ContentVersion, NamedAuthor } from '#server/platform/change.ts';
import { DatabaseUnavailableError } from '#server/platform/database/database.ts';
import { HttpError } from './problem.ts';
import type { ResponseCache } from './response-cache.ts';
import { DATA_POLICY, markAge, responseHeaders, versionHeaders } from './headers.ts';
import { prepareResponse, replyPrepared } from './response.ts';

/** Scope of API endpoints, with the services that their routes need. */
export type Api<Services = object> = ReturnType<typeof createApi<Services>>;

/** Scope of endpoints for administrators, some of them also for API tokens. */
export type AdminApi<Services = object> = Api<Services> & {
  authorOf(request: FastifyRequest): NamedAuthor;
  /** Throws UnauthorizedError for the request of an API token. */
  currentAdmin(request: FastifyRequest): CurrentAdmin;
};

type ContentState = {
  snapshot(): ContentVersion;
  epochAt(version: number): Promise<string>;
  isAvailable(): boolean;
  age(): number | undefined;
};

/**
 * Creates a scope of API endpoints. With `needsDatabase`, they respond with 503 while the database is unavailable. The
 * others read only the content cache.
 */
export function createApi<Services>(
  instance: FastifyInstance,
  {
    services,
    content,
    responses,
    needsDatabase = false,
    siteRevision,
    isAdmin = async () => false,
  }: {
    services: Services;
    content: ContentState;
    responses: ResponseCache;
    needsDatabase?: boolean;
    /** Returns the header of responses to pages. */
    siteRevision?: (() => string) | undefined;
    isAdmin?: ((request: FastifyRequest) => Promise<boolean>) | undefined;
  },
) {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();

  app.addHook('onRequest', async (_, reply) => {
    if (needsDatabase && !content.isAvailable()) throw new DatabaseUnavailableError();
    void reply.headers(dataHeaders());
  });

  // Cached responses are marked where they are sent.
  app.addHook('onSend', async (_, reply) => {
    if (!needsDatabase && reply.statusCode === 200) markAge(reply.raw, content.age());
  });

  // The next save is based on the change that this one logged. Another change may already have followed it.
  app.addHook('preSerialization', async (_, reply, payload) => {
    if (!hasVersion(payload)) return;
    const { version } = payload;
    void reply.headers(versionHeaders({ version, epoch: await content.epochAt(version) }));
  });

  const dataHeaders = (type?: string) => ({
    ...responseHeaders({
      type,
      policy: DATA_POLICY,
      cache: 'revalidated',
      version: content.snapshot(),
    }),
    ...(siteRevision && { [SITE_REVISION_HEADER]: siteRevision() }),
  });

  return {
    app,
    services,
    content,
    isAdmin,

    /** Sends the cached response of the request, or creates it with `read`. */
    async sendCached<Value>(
      request: FastifyRequest,
      reply: FastifyReply,
      { key = pathOf(request.url), read, write = JSON.stringify, headers: more = {} }: CachedResponse<Value>,
    ): Promise<FastifyReply> {
      const render = async () => {
        const value = await read();
        const own = typeof more === 'function' ? more(value) : more;
        return {
          status: 200,
          headers: { ...dataHeaders(JSON_TYPE), ...own },
          body: Buffer.from(write(value)),
        };
      };
      const response =
        key === null ? prepareResponse(await render()) : await responses.get(key, request.raw, render);
      markAge(reply.raw, content.age());
      return replyPrepared(request, reply, response);
    },
  };
}

type RouteInput = {
  params?: TSchema;
  body?: TSchema;
  querystring?: TSchema;
  response: TSchema;
  bodyLimit?: number;
};

/** Returns the options of a route: its summary in the API reference, its schemas, and a limit in bytes for its body. */
export function route<Input extends RouteInput>(summary: string, { response, bodyLimit, ...input }: Input) {
  const error = { description: 'Error', content: { [PROBLEM_MEDIA_TYPE]: { schema: Problem } } };
  const schema = { summary, ...input, response: { 200: response, '4xx': error, '5xx': error } } as const;
  return { ...(bodyLimit !== undefined && { bodyLimit }), schema };
}

const JSON_TYPE = 'application/json; charset=utf-8';

type CachedResponse<Value> = {
  /** Cache key: by default the path, without parameters. Null for a response that is not worth caching. */
  key?: string | null;
  read: () => Value | Promise<Value>;
  write?: (value: Value) => string;
  headers?: OutgoingHttpHeaders | ((value: Value) => OutgoingHttpHeaders);
};

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

const hasVersion = (payload: unknown): payload is { version: number } =>
  typeof (payload as { version?: unknown } | null)?.version === 'number';

/** Returns the content version that a save is based on, undefined if the client sent none. */
export function basedOn({ headers }: FastifyRequest): { baseVersion: BaseVersion | undefined } {
  const text = headers[CONTENT_VERSION_HEADER];
  if (text === undefined) return { baseVersion: undefined };
  const epoch = headers[CONTENT_EPOCH_HEADER];
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) {
    return { baseVersion: { version: Number(text), ...(epoch !== undefined && { epoch: String(epoch) }) } };
  }
  throw new HttpError(400, 'invalid', {
    detail: 'Use a content version number, such as 12.',
    field: `headers/${CONTENT_VERSION_HEADER}`,
  });
}
