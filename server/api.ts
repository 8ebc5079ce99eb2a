import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { TSchema } from 'typebox';
import { CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import { Problem, PROBLEM_MEDIA_TYPE } from '#contract/problem.ts';
import type { SignedIn } from '#contract/accounts.ts';
import type { SessionCookie } from './accounts/account-routes.ts';
import { signInNeeded } from './accounts/account-service.ts';
import { checkSameOrigin } from './accounts/same-origin.ts';
import type { Author } from './change-log/change-log-store.ts';
import { HttpError, unavailable } from './errors.ts';
import type { AnswerCache } from './http/answer-cache.ts';
import { createAnswer } from './http/answer.ts';
import { DATA_POLICY } from './http/security-headers.ts';
import { sendReady } from './pages/page-routes.ts';
import type { Services } from './services.ts';

/** What the routes of each domain are given. */
export type Api = ReturnType<typeof createApi>;

/** The scope of all calls: data only, and a plain 503 while the database does not answer. */
export function createApi(
  instance: FastifyInstance,
  { services, calls, headers }: { services: Services; calls: AnswerCache; headers: OutgoingHttpHeaders },
) {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();

  app.addHook('onRequest', async (_, reply) => {
    if (!services.content.isAvailable()) throw unavailable();
    reply.header('content-security-policy', DATA_POLICY);
    reply.header('cache-control', 'no-cache');
    reply.header(CONTENT_VERSION_HEADER, services.content.version());
  });

  return {
    app,
    services,

    /**
     * Answers a GET from what is kept under an address, made of `read` when there is nothing yet. The address is the
     * call's own, never the request's: whatever else stands in a query makes nothing new.
     */
    async sendKept<Value>(
      request: FastifyRequest,
      reply: FastifyReply,
      { address, read, write = JSON.stringify, headers: more = {} }: KeptAnswer<Value>,
    ): Promise<FastifyReply> {
      const answer = await calls.get(address, (effort) => {
        const version = services.content.version();
        return createAnswer(Buffer.from(write(read())), {
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
      return sendReady(request, reply, answer);
    },

    /** The schema of a call: its input, its answer, and how it refuses. */
    describe<Input extends { params?: TSchema; body?: TSchema; querystring?: TSchema; answer: TSchema }>(
      summary: string,
      { answer, ...input }: Input,
    ) {
      const refusal = { description: 'Refused', content: { [PROBLEM_MEDIA_TYPE]: { schema: Problem } } };
      return { summary, ...input, response: { 200: answer, '4xx': refusal, '5xx': refusal } } as const;
    },
  };
}

type KeptAnswer<Value> = {
  address: string;
  read: () => Value;
  /** As JSON without it. */
  write?: (value: Value) => string;
  /** Further headers, or others than those of JSON. */
  headers?: OutgoingHttpHeaders;
};

/** What the routes of the editor are given: all of the above, and who asks. */
export type AdminApi = ReturnType<typeof createAdminApi>;

/**
 * The scope of all calls that are for administrators only. The guard stands before anything is parsed: without a
 * session a call answers 401, however wrong its body is.
 */
export function createAdminApi(api: Api, cookie: SessionCookie) {
  const asking = new WeakMap<FastifyRequest, SignedIn>();

  api.app.addHook('onRequest', async (request, reply) => {
    asking.set(request, await findAdmin(request, { api, cookie }));
    void reply.header('cache-control', 'no-store');
  });

  /** Who asks. */
  function signedIn(request: FastifyRequest): SignedIn {
    const found = asking.get(request);
    if (!found) throw signInNeeded();
    return found;
  }

  return {
    ...api,
    signedIn,

    /** Who signs a change. */
    authorOf: (request: FastifyRequest): Author => ({ origin: 'admin', name: signedIn(request).username }),

    basedOn,
  };
}

/** What the routes are given that the office's own programs may ask, too. */
export type ProgramApi = ReturnType<typeof createProgramApi>;

/**
 * The scope of calls that programs make with a token, and administrators in the editor. The guard stands before anything
 * is parsed. A token is never sent by accident, so whoever has one may ask from anywhere.
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
    return { origin: 'admin', name: (await findAdmin(request, { api, cookie })).username };
  }

  return {
    ...api,
    basedOn,

    /** Who signs a change. */
    authorOf(request: FastifyRequest): Author {
      const author = authors.get(request);
      if (!author) throw signInNeeded();
      return author;
    },
  };
}

/** Whose session a request belongs to. Throws 403 for a change that another site asks for, and 401 without a session. */
async function findAdmin(
  request: FastifyRequest,
  { api, cookie }: { api: Api; cookie: SessionCookie },
): Promise<SignedIn> {
  if (request.method !== 'GET' && request.method !== 'HEAD') checkSameOrigin(request.headers);
  const found = await api.services.accounts.find(cookie.read(request));
  if (!found) throw signInNeeded();
  return found;
}

/** The content version that a save was made from, when the caller tells it. */
function basedOn(request: FastifyRequest): number | undefined {
  const text = request.headers[CONTENT_VERSION_HEADER];
  if (text === undefined) return undefined;
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text);
  throw new HttpError(400, 'invalid', 'must be the number of a content version', {
    field: `headers/${CONTENT_VERSION_HEADER}`,
  });
}
