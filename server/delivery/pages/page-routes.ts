import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { MESSAGES } from '#contract/messages.ts';
import { withoutLastSlash } from '#contract/paths.ts';
import { cacheKeyOf, targetOf, type Target } from '#server/platform/http/cache-key.ts';
import { DATA_POLICY, responseHeaders } from '#server/platform/http/headers.ts';
import type { ResponseCache } from '#server/platform/http/response-cache.ts';
import {
  prepareResponse,
  replyPrepared,
  type PreparedResponse,
  type Rendered,
} from '#server/platform/http/response.ts';
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
    const target = targetOf(request.url);
    return replyPrepared(request, reply, assets.find(target.path) ?? (await findPage(request, target)));
  });

  async function findPage(request: FastifyRequest, target: Target): Promise<PreparedResponse> {
    const path = withoutLastSlash(target.path);
    const keys = [cacheKeyOf({ ...target, path }, request.headers), path];
    const key = keys.find(renderer.has) ?? NOT_FOUND;
    try {
      return await pages.get(key, () => render(key));
    } catch (error) {
      request.log.error(error, `Couldn't render the page ${key}.`);
      return prepareResponse(await renderErrorPage(request), 'quick');
    }
  }

  async function render(key: string): Promise<Rendered> {
    const { html, ...rest } = await renderer.render(key);
    return { ...rest, body: Buffer.from(html) };
  }

  async function renderErrorPage(request: FastifyRequest): Promise<Rendered> {
    try {
      return { ...(await render(ERROR_PAGE)), status: 500 };
    } catch (error) {
      request.log.error(error, "Couldn't render the error page either.");
      const type = 'text/html; charset=utf-8';
      return {
        status: 500,
        headers: responseHeaders(headers, { type, policy: DATA_POLICY, cache: 'never' }),
        body: Buffer.from(LAST_RESORT),
      };
    }
  }
}

const LAST_RESORT = `<!doctype html><title>Error</title><h1>${MESSAGES.unsolvable}</h1><p><a href="/">Go To Home</a>`;
