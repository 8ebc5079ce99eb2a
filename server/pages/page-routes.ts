import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { MESSAGES } from '#contract/messages.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';
import { prepareResponse, sendPrepared, type PreparedResponse, type Effort } from '#server/http/response.ts';
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
  }: { renderer: PageRenderer; pages: ResponseCache; assets: Assets; headers: OutgoingHttpHeaders },
): void {
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request);
    const prepared = assets.find(path) ?? (await findPage(request));
    return sendReady(request, reply, prepared);
  });

  async function findPage(request: FastifyRequest): Promise<PreparedResponse> {
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
      return prepareResponse(Buffer.from(html), { ...rest, effort });
    };
  }

  async function makeUnsolvable(request: FastifyRequest): Promise<PreparedResponse> {
    try {
      const { html, headers: pageHeaders } = await renderer.render(UNSOLVABLE);
      return await prepareResponse(Buffer.from(html), { status: 500, headers: pageHeaders, effort: 'quick' });
    } catch (error) {
      request.log.error(error, "Couldn't render the error page either.");
      return prepareResponse(Buffer.from(LAST_RESORT), {
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

export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PreparedResponse,
): FastifyReply {
  reply.hijack();
  sendPrepared(request.raw, reply.raw, prepared);
  return reply;
}

const LAST_RESORT = `<!doctype html><title>Error</title><h1>${MESSAGES.unsolvable}</h1><p><a href="/">Go To Home</a>`;

function pathOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
