import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ParsedUrlQuery } from 'node:querystring';
import { PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import { MESSAGES } from '#contract/messages.ts';
import { withoutLastSlash } from '#contract/paths.ts';
import { DATA_POLICY, markAge, responseHeaders, REQUEST_ID_HEADER } from '#server/http/headers.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';
import {
  prepareResponse,
  replyPrepared,
  type PreparedResponse,
  type Rendered,
} from '#server/http/response.ts';
import type { Services } from '#server/domains/services.ts';
import type { Assets } from './assets.ts';
import { findPageKey } from './page-key.ts';
import type { PageRenderer } from './page-renderer.ts';

/** Page to send when another page fails to render. */
const ERROR_PAGE = '/error';

/** Adds the routes of pages. Returns the function that responds to a request with its page, or with “not found.” */
export function addPageRoutes(
  app: FastifyInstance,
  {
    renderer,
    responses,
    assets,
    loadAsset,
    pastPrices,
    services: { ownPages, site, content },
    isAdmin,
  }: {
    renderer: PageRenderer;
    responses: ResponseCache;
    assets: Assets;
    /** Loads a built file of another release. */
    loadAsset: (url: string) => Promise<PreparedResponse | undefined>;
    /** Renders the prices of a past minute. */
    pastPrices: (request: FastifyRequest, at: unknown) => Promise<PreparedResponse>;
    services: Services;
    isAdmin: (request: FastifyRequest) => Promise<boolean>;
  },
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const requested = pathOf(request);
    const asset = assets.find(requested) ?? (await loadAsset(requested));
    if (asset) return replyPrepared(request, reply, asset);
    const path = withoutLastSlash(requested);
    const moved = renderer.has(path) ? undefined : (ownPages.findRedirect(path) ?? site.findRedirect(path));
    if (moved !== undefined) {
      void reply.headers(responseHeaders({ policy: DATA_POLICY, cache: 'revalidated' }));
      return reply.redirect(moved + request.url.slice(requested.length), 308);
    }
    return sendPage(request, reply);
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await findPage(request, reply);
    markAge(reply.raw, content.age());
    return replyPrepared(request, reply, page);
  }

  async function findPage(request: FastifyRequest, reply: FastifyReply): Promise<PreparedResponse> {
    const path = withoutLastSlash(pathOf(request));
    // Missing if the path has an invalid encoding.
    const query = (request.query ?? {}) as ParsedUrlQuery;
    const key = findPageKey(renderer.has, path, query, request.headers);
    try {
      if (path === PRICE_SHEET_PAGE && query['at'] !== undefined)
        return await pastPrices(request, query['at']);
      if (ownPages.isHidden(path) && (await isAdmin(request))) {
        const page = await renderer.render(path);
        return prepareResponse({
          ...page,
          headers: { ...page.headers, 'cache-control': 'private, no-store' },
        });
      }
      return await responses.get(key, request.raw, () => renderer.render(key));
    } catch (error) {
      request.log.error(error, `Couldn't render the page ${key}.`);
      reply.raw.setHeader(REQUEST_ID_HEADER, request.id);
      return prepareResponse(await renderErrorPage(request));
    }
  }

  async function renderErrorPage(request: FastifyRequest): Promise<Rendered> {
    try {
      return { ...(await renderer.render(ERROR_PAGE)), status: 500 };
    } catch (error) {
      request.log.error(error, "Couldn't render the error page either.");
      const type = 'text/html; charset=utf-8';
      return {
        status: 500,
        headers: responseHeaders({ type, policy: DATA_POLICY, cache: 'never' }),
        body: Buffer.from(LAST_RESORT),
      };
    }
  }

  return sendPage;
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? url;

const LAST_RESORT = `<!doctype html><title>Error</title><h1>${MESSAGES.unsolvable}</h1><p><a href="/">Go To Home</a>`;
