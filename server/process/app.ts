import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { checkRoutes, createAdminCheck } from './api-guards.ts';
import { addApiRoutes, respondNotFound } from './api-routes.ts';
import type { Drafts } from './drafts.ts';
import { createErrorResponses } from './error-responses.ts';
import { FASTIFY_OPTIONS } from './fastify-options.ts';
import { createCookies } from '#server/http/cookies.ts';
import type { DiskFileStore } from '#server/platform/files/disk-file-store.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import type { PreparedResponse } from '#server/http/response.ts';
import { createFrontServer } from '#server/http/front-server.ts';
import { drainOnClose, limitConnections, watchProxies } from '#server/http/connections.ts';
import { forwardedAddresses } from '#server/platform/network-address.ts';
import { CONNECTION_LIMITS, type Config } from '#server/platform/settings/config.ts';
import { onClientError } from '#server/http/connection-errors.ts';
import { HttpError } from '#server/http/problem.ts';
import {
  requestIdOf,
  DATA_POLICY,
  markAge,
  responseHeaders,
  SECURITY_HEADERS,
} from '#server/http/headers.ts';
import { addImageFileRoutes } from '#server/domains/images/image-file-routes.ts';
import { addDocumentFileRoutes } from '#server/domains/documents/document-file-routes.ts';
import { MEDIA_FOLDER, type Assets } from '#server/pages/assets.ts';
import { addMediaRoutes } from '#server/pages/media-routes.ts';
import type { KeptAssets } from '#server/pages/kept-assets.ts';
import type { Metrics } from './metrics.ts';
import { addPreviewPage } from './preview-routes.ts';
import { createPreviews } from './previews.ts';
import type { PageRenderer } from '#server/pages/page-renderer.ts';
import { addWellKnownRoutes } from '#server/pages/well-known-routes.ts';
import { addPageRoutes } from '#server/pages/page-routes.ts';
import { createPastPricePage } from '#server/pages/past-price-page.ts';
import type { ScheduleService } from '#server/domains/schedule/schedule-service.ts';
import type { Services } from '#server/domains/services.ts';

export type AppParts = {
  services: Services;
  now?: () => Date;
  renderer: PageRenderer;
  drafts: Drafts;
  schedule: ScheduleService;
  assets: Assets;
  /** Built files of other releases, which open pages still request. */
  keptAssets?: KeptAssets | undefined;
  buildFolder: string;
  /** Set if files are on this server's disk. */
  diskFiles?: DiskFileStore | undefined;
  /** Trusted proxies are assumed to terminate TLS. */
  config?: Partial<Pick<Config, 'trustProxy' | 'connectionLimits' | 'drainSeconds' | 'hstsSubdomains'>>;
  metrics?: Metrics | undefined;
  logger?: FastifyServerOptions['logger'];
  /** Registers the development server before all routes. Disables the caching of responses. */
  addDevelopment?: ((app: FastifyInstance) => Promise<void>) | undefined;
};

/** Creates the Fastify app with all routes. Does not listen, so tests can call `inject`. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { services, renderer, assets, keptAssets, config = {}, now = () => new Date() } = parts;
  const { trustProxy = [], connectionLimits = CONNECTION_LIMITS, hstsSubdomains = false } = config;
  const { content } = services;
  const previews = createPreviews(parts.drafts, parts.schedule);
  const site = services.site.current;
  const servers: Server[] = [];
  const behindTls = trustProxy.length > 0;
  const cookies = createCookies({ behindTls });
  const isAdmin = createAdminCheck(services, cookies);
  const proxies = watchProxies({
    trustProxy,
    hstsSubdomains,
    warn: (sentence) => app.log.warn(sentence),
  });
  const responses = createResponseCache({
    content,
    clockState: services.calendar.state,
    enabled: parts.addDevelopment === undefined,
  });

  const { respondWithError, showSignInFailure } = createErrorResponses({
    renderer,
    responses,
    metrics: parts.metrics,
    health: services.health,
  });

  const app: FastifyInstance = Fastify({
    ...FASTIFY_OPTIONS,
    serverFactory(fallback) {
      const server = createFrontServer({
        beforeResponse,
        findPrepared,
        fallback,
        observer: parts.metrics,
      });
      limitConnections(server, { limits: connectionLimits, isProxy: proxies.isProxy });
      servers.push(server);
      return server;
    },
    clientErrorHandler: onClientError,
    logger: parts.logger ?? false,
    genReqId: (request) => requestIdOf(request, proxies.isProxy(request.socket)),
    trustProxy: behindTls ? [...trustProxy] : false,
    frameworkErrors: (error, request, reply) =>
      void (isPagePath(request.raw) ? sendPage(request, reply) : respondWithError(error, request, reply)),
  } as FastifyServerOptions);

  const isDraining = drainOnClose(app, servers, {
    seconds: config.drainSeconds ?? 0,
    hasBalancer: behindTls,
  });

  function beforeResponse(request: IncomingMessage, response: ServerResponse) {
    if (isDraining()) response.shouldKeepAlive = false;
    proxies.addHeaders(request, response);
  }

  function findPrepared(request: IncomingMessage, response: ServerResponse): PreparedResponse | undefined {
    const prepared = responses.find(request);
    if (!prepared) {
      const [path = ''] = (request.url ?? '/').split('?', 1);
      return assets.find(path) ?? keptAssets?.find(path);
    }
    markAge(response, content.age());
    return prepared;
  }

  checkRoutes(app);
  app.decorateRequest('account');
  app.setErrorHandler(respondWithError);
  // Accept only JSON: other sites can send text/plain without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  await parts.addDevelopment?.(app);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(SECURITY_HEADERS);
    const { headers } = request.raw;
    // A client that the proxy does not name counts as the proxy.
    if (headers['x-forwarded-for'] !== undefined)
      headers['x-forwarded-for'] = forwardedAddresses(String(headers['x-forwarded-for'])).join(', ');
    if (!HIDDEN_CHARACTERS.test(request.url.split('?', 1)[0] ?? '')) return;
    if (!isPagePath(request.raw)) throw new HttpError(400, 'bad-address');
    await sendPage(request, reply);
  });

  await app.register(fastifyCookie);
  addHealthRoutes(app, { ...services, isDraining });
  await addApiRoutes(app, {
    services,
    responses,
    diskFiles: parts.diskFiles,
    siteRevision: renderer.siteRevision,
    mark: renderer.mark,
    cookies,
    isAdmin,
    previews,
    schedule: parts.schedule,
    showSignInFailure,
  });
  addWellKnownRoutes(app, { site, now });
  addImageFileRoutes(app, { images: services.images, isAdmin });
  addMediaRoutes(app, { root: join(parts.buildFolder, MEDIA_FOLDER), site });
  const sendPage = addPageRoutes(app, {
    renderer,
    responses,
    assets,
    loadAsset: async (url) => keptAssets?.load(url),
    pastPrices: createPastPricePage({
      render: renderer.renderPastPrices,
      responses,
      services,
      isAdmin,
    }),
    services,
    isAdmin,
  });
  addPreviewPage(app, { previews, services, sendMissing: sendPage });
  addDocumentFileRoutes(app, { documents: services.documents, isAdmin, sendMissing: sendPage });
  // Handle other methods than GET: the page routes match every GET.
  app.setNotFoundHandler(respondNotFound);
  await app.ready();
  return app;
}

function addHealthRoutes(
  app: FastifyInstance,
  { content, health, isDraining }: Pick<Services, 'content' | 'health'> & { isDraining: () => boolean },
): void {
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    void reply.headers(responseHeaders({ policy: DATA_POLICY, cache: 'never' }));
    const [failure, damage] = [health.failure(), health.damage()];
    const isAvailable = content.isAvailable();
    return {
      status: isAvailable && !failure && damage === undefined ? 'ok' : 'degraded',
      database: isAvailable ? 'ok' : 'unavailable',
      disk: failure?.isDiskFull ? 'full' : 'ok',
      ...(failure && { saves: 'failing', because: failure.because, since: failure.since }),
      ...(damage !== undefined && { file: 'damaged' }),
    };
  });

  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const draining = isDraining();
    void reply.code(draining ? 503 : 200);
    void reply.headers(responseHeaders({ policy: DATA_POLICY, cache: 'never' }));
    // A server that cannot save still serves pages, and another one would not save either.
    return { status: draining ? 'stopping' : 'ok', ...(health.failure() && { saves: 'failing' }) };
  });
}

/** Returns true if a browser may show the response, so that an address with a typo shows “not found.” */
const isPagePath = ({ method, url = '' }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(?:api|images|media)(?:[/?]|$)/.test(url);

/** Encoded slashes, backslashes and NUL bytes, which programs interpret differently. */
const HIDDEN_CHARACTERS = /%(?:2f|5c|00)/i;
