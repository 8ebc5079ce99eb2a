import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { MESSAGES } from '#contract/messages.ts';
import type { AnswerCache } from '#server/http/answer-cache.ts';
import { createAnswer, sendAnswer, type Answer, type Effort } from '#server/http/answer.ts';
import { DATA_POLICY } from '#server/http/security-headers.ts';
import type { Assets } from './assets.ts';
import type { PageRenderer } from './page-renderer.ts';

/** Cache key of all unknown paths, so that made-up URLs cannot fill the cache. */
const NOT_FOUND = '/not-found';
/** The page that replaces one that fails to render. */
const UNSOLVABLE = '/error';

export function addPageRoutes(
  app: FastifyInstance,
  {
    renderer,
    pages,
    assets,
    headers,
  }: { renderer: PageRenderer; pages: AnswerCache; assets: Assets; headers: OutgoingHttpHeaders },
): void {
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request);
    const answer = assets.find(path) ?? (await findPage(request));
    return sendReady(request, reply, answer);
  });

  async function findPage(request: FastifyRequest): Promise<Answer> {
    const key = renderer.addressOf(request.url, request.headers) ?? NOT_FOUND;
    try {
      return await pages.get(key, makePage(key));
    } catch (error) {
      request.log.error(error, `Couldn't render the page ${key}.`);
      return makeUnsolvable(request);
    }
  }

  function makePage(path: string) {
    return async (effort: Effort) => {
      const { html, ...rest } = await renderer.render(path);
      return createAnswer(Buffer.from(html), { ...rest, effort });
    };
  }

  async function makeUnsolvable(request: FastifyRequest): Promise<Answer> {
    try {
      const { html, headers: pageHeaders } = await renderer.render(UNSOLVABLE);
      return await createAnswer(Buffer.from(html), { status: 500, headers: pageHeaders, effort: 'quick' });
    } catch (error) {
      request.log.error(error, "Couldn't render the error page either.");
      return createAnswer(Buffer.from(LAST_RESORT), {
        status: 500,
        headers: {
          ...headers,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': DATA_POLICY,
          'cache-control': 'no-store',
        },
        effort: 'quick',
      });
    }
  }
}

export function sendReady(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.hijack();
  sendAnswer(request.raw, reply.raw, answer);
  return reply;
}

const LAST_RESORT = `<!doctype html><title>Error</title><h1>${MESSAGES.unsolvable}</h1><p><a href="/">Go To Home</a>`;

function pathOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
