import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { MESSAGES } from '#contract/messages.ts';
import type { ResponseCache } from '#server/platform/http/response-cache.ts';
import { replyPrepared } from '#server/platform/http/api.ts';
import { prepareResponse, type PreparedResponse, type Effort } from '#server/platform/http/response.ts';
import { DATA_POLICY } from '#server/platform/http/security-headers.ts';
import type { Assets } from './assets.ts';
import type { PageRenderer } from './page-renderer.ts';

/** Cache key of all unknown paths, so that made-up URLs cannot fill the cache. */
const NOT_FOUND = '/not-found';
/** Page to send when another page fails to render. */
const ERROR_PAGE = '/error';

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
    return replyPrepared(request, reply, prepared);
  });

  async function findPage(request: FastifyRequest): Promise<PreparedResponse> {
    const key = renderer.cacheKeyOf(request.url, request.headers) ?? NOT_FOUND;
    try {
      return await pages.get(key, createRenderer(key));
    } catch (error) {
      request.log.error(error, `Couldn't render the page ${key}.`);
      return renderErrorPage(request);
    }
  }

  function createRenderer(path: string) {
    return async (effort: Effort) => {
      const { html, ...rest } = await renderer.render(path);
      return prepareResponse(Buffer.from(html), { ...rest, effort });
    };
  }

  async function renderErrorPage(request: FastifyRequest): Promise<PreparedResponse> {
    try {
      const { html, headers: pageHeaders } = await renderer.render(ERROR_PAGE);
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

const LAST_RESORT = `<!doctype html><title>Error</title><h1>${MESSAGES.unsolvable}</h1><p><a href="/">Go To Home</a>`;

function pathOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
