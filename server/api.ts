import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { TSchema } from 'typebox';
import { CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import { Problem, PROBLEM_MEDIA_TYPE } from '#contract/problem.ts';
import { unavailable } from './errors.ts';
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
    async sendKept(
      request: FastifyRequest,
      reply: FastifyReply,
      { address, read }: { address: string; read: () => unknown },
    ): Promise<FastifyReply> {
      const answer = await calls.get(address, (effort) => {
        const version = services.content.version();
        return createAnswer(Buffer.from(JSON.stringify(read())), {
          status: 200,
          effort,
          headers: {
            ...headers,
            'content-type': 'application/json; charset=utf-8',
            'content-security-policy': DATA_POLICY,
            'cache-control': 'no-cache',
            [CONTENT_VERSION_HEADER]: version,
          },
        });
      });
      return sendReady(request, reply, answer);
    },

    /** The schema of a call: its input, its answer, and how it refuses. */
    describe<Input extends { body?: TSchema; querystring?: TSchema; answer: TSchema }>(
      summary: string,
      { answer, ...input }: Input,
    ) {
      const refusal = { description: 'Refused', content: { [PROBLEM_MEDIA_TYPE]: { schema: Problem } } };
      return { summary, ...input, response: { 200: answer, '4xx': refusal, '5xx': refusal } } as const;
    },
  };
}
