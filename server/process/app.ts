import fastifyCookie from '@fastify/cookie';
import proxyAddress from '@fastify/proxy-addr';
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { KNOWN_BROWSER_DAYS } from '#server/domains/accounts/known-browser.ts';
import { addApiRoutes, respondNotFound } from './api-routes.ts';
import { createErrorResponses } from './error-responses.ts';
import { createKnownBrowserCookie, createSessionCookie } from '#server/http/cookies.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { DiskFileStore } from '#server/platform/files/disk-file-store.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import type { PreparedResponse } from '#server/http/response.ts';
import { createDrain, type Drain } from '#server/http/drain.ts';
import { createFrontServer } from '#server/http/front-server.ts';
import { limitConnections } from '#server/http/connections.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '#server/platform/settings/config.ts';
import { createConnectionErrors } from '#server/http/connection-errors.ts';
import { HttpError } from '#server/http/problem.ts';
import {
  requestIdOf,
  DATA_POLICY,
  markAge,
  responseHeaders,
  SECURITY_HEADERS,
} from '#server/http/headers.ts';
import { COMPILERS, loadCompilersFor } from '#server/http/schema-compilers.ts';
import { watchProxies } from '#server/http/proxied-requests.ts';
import { addImageFileRoutes } from '#server/domains/images/image-file-routes.ts';
import { addDocumentFileRoutes } from '#server/domains/documents/document-file-routes.ts';
import { MEDIA_FOLDER, type Assets } from '#server/pages/assets.ts';
import { addMediaRoutes } from '#server/pages/media-routes.ts';
import type { KeptAssets } from '#server/pages/kept-assets.ts';
import type { Metrics } from './metrics.ts';
import type { PageRenderer } from '#server/pages/page-renderer.ts';
import type { RenderPastPrices } from '#server/pages/standalone-pages.ts';
import { addWellKnownRoutes } from '#server/pages/well-known-routes.ts';
import { addPageRoutes } from '#server/pages/page-routes.ts';
import { createPastPricePage } from '#server/pages/past-price-page.ts';
import type { Content } from '#server/domains/domains.ts';
import type { Services } from '#server/domains/services.ts';

/** Default body limit. Endpoints that accept longer lists set their own `bodyLimit`. */
const BODY_LIMIT_BYTES = 1024 * 1024;
const IDLE_CHECK_MS = 100;

/** Time for running requests to finish after the drain, within the ten seconds that container runtimes allow. */
const CLOSE_TIMEOUT_MS = 8000;

const FASTIFY_OPTIONS = {
  logController: new LogController({ disableRequestLogging: true }),
  bodyLimit: BODY_LIMIT_BYTES,
  forceCloseConnections: 'idle',
  // Respond to a request that arrives on an open connection during the close.
  return503OnClosing: false,
  // Reject a number that is sent as a string.
  ajv: {
    customOptions: { coerceTypes: false, removeAdditional: false, verbose: true },
    // Count lengths in UTF-16 units, as browsers do.
    onCreate: (ajv: { opts: { unicode?: boolean } }) => void (ajv.opts.unicode = false),
  },
  schemaController: { compilersFactory: COMPILERS },
} satisfies FastifyServerOptions;

export type AppParts = {
  content: ContentCache<Content>;
  services: Services;
  now?: () => Date;
  renderer: PageRenderer;
  /** Missing if the app has no page of past prices. */
  renderPastPrices?: RenderPastPrices;
  /** Header of public API responses. */
  siteRevision?: () => string;
  assets: Assets;
  /** Built files of other releases, which open pages still request. */
  keptAssets?: KeptAssets | undefined;
  buildFolder: string;
  /** Set if files are on this server's disk. */
  diskFiles?: DiskFileStore | undefined;
  /** Addresses of trusted proxies. If there are any, they are assumed to terminate TLS. */
  trustProxy: readonly string[];
  connectionLimits?: ConnectionLimits;
  /** Waited for before the app is closed. */
  drain?: Drain;
  /** True if the HTTPS policy covers all subdomains, too. */
  hstsSubdomains?: boolean;
  metrics?: Metrics | undefined;
  logger?: FastifyServerOptions['logger'];
  /** Option of `createResponseCache`. */
  recompress?: boolean | undefined;
  /** Registers the development server before all routes. Disables the caching of responses. */
  addDevelopment?: ((app: FastifyInstance) => Promise<void>) | undefined;
};

/** Creates the Fastify app with all routes. Does not listen, so tests can call `inject`. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { content, services, renderer, assets, keptAssets, trustProxy } = parts;
  const { renderPastPrices: render, now = () => new Date() } = parts;
  const { connectionLimits = CONNECTION_LIMITS, hstsSubdomains = false, drain = createDrain() } = parts;
  const site = services.site.current;
  const isProxy = proxyAddress.compile([...trustProxy]);
  const servers: Server[] = [];
  const headers = SECURITY_HEADERS;
  const behindTls = trustProxy.length > 0;
  const cookie = createSessionCookie({ behindTls });
  const knownBrowserCookie = createKnownBrowserCookie({ behindTls, days: KNOWN_BROWSER_DAYS });
  const connectionErrors = createConnectionErrors(headers);
  const watchProxy = watchProxies({
    trustProxy,
    hstsSubdomains,
    warn: (sentence) => app.log.warn(sentence),
  });
  const cacheOptions = {
    content,
    clockState: services.calendar.state,
    enabled: parts.addDevelopment === undefined,
    recompress: parts.recompress,
  };
  const pages = createResponseCache(cacheOptions);
  const apiResponses = createResponseCache(cacheOptions);

  const { isDiskFull, respondWithError, showSignInFailure } = createErrorResponses({
    content,
    renderer,
    metrics: parts.metrics,
    headers,
  });

  const app: FastifyInstance = Fastify({
    ...FASTIFY_OPTIONS,
    serverFactory(fallback) {
      const server = createFrontServer({
        beforeResponse,
        findPrepared,
        fallback,
        connectionErrors,
        observer: parts.metrics,
      });
      drain.add(server);
      limitConnections(server, { limits: connectionLimits, isProxy: (address) => isProxy(address, 0) });
      servers.push(server);
      return server;
    },
    clientErrorHandler: connectionErrors.onClientError,
    logger: parts.logger ?? false,
    genReqId: (request) => requestIdOf(request, isProxy(request.socket.remoteAddress ?? '', 0)),
    trustProxy: behindTls ? [...trustProxy] : false,
    frameworkErrors: (error, request, reply) => void respondWithError(error, request, reply),
  } as FastifyServerOptions);

  function beforeResponse(request: IncomingMessage, response: ServerResponse) {
    if (drain.isDraining()) response.shouldKeepAlive = false;
    return watchProxy(request);
  }

  function findPrepared(request: IncomingMessage, response: ServerResponse): PreparedResponse | undefined {
    const prepared = pages.find(request) ?? apiResponses.find(request);
    if (!prepared) {
      const [path = ''] = (request.url ?? '/').split('?', 1);
      return assets.find(path) ?? keptAssets?.find(path);
    }
    markAge(response, content.age());
    return prepared;
  }

  closeIdleConnections(app, servers);
  app.setErrorHandler(respondWithError);
  // Accept only JSON: other sites can send text/plain without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  await parts.addDevelopment?.(app);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers);
    if (HIDDEN_CHARACTERS.test(request.url.split('?', 1)[0] ?? '')) throw new HttpError(400, 'bad-address');
  });

  loadCompilersFor(app);

  await app.register(fastifyCookie);
  addHealthRoutes(app, { content, drain, isDiskFull });
  await addApiRoutes(app, {
    services,
    apiResponses,
    diskFiles: parts.diskFiles,
    siteRevision: parts.siteRevision,
    headers,
    cookie,
    knownBrowserCookie,
    allowSlow: connectionErrors.allowSlow,
    showSignInFailure,
  });
  addWellKnownRoutes(app, { site, headers, now });
  addImageFileRoutes(app, services);
  addMediaRoutes(app, { root: join(parts.buildFolder, MEDIA_FOLDER), site });
  const pastPrices = render && createPastPricePage({ render, services, cookie, site, now });
  const sendPage = addPageRoutes(app, {
    renderer,
    pages,
    assets,
    loadAsset: async (url) => keptAssets?.load(url),
    pastPrices,
    ownPages: services.ownPages,
    findRedirect: (path) => services.ownPages.findRedirect(path) ?? services.site.findRedirect(path),
    isAdmin: async (request) =>
      (await services.accounts.find(cookie.read(request), request.ip)) !== undefined,
    headers,
    age: content.age,
  });
  addDocumentFileRoutes(app, { documents: services.documents, sendMissing: sendPage });
  // Handle other methods than GET: the page routes match every GET.
  app.setNotFoundHandler(respondNotFound);
  await app.ready();
  return app;
}

/**
 * Closes connections as they become idle: Fastify closes only those that are idle when it starts to close, and clients
 * keep the others open.
 */
function closeIdleConnections(app: FastifyInstance, servers: readonly Server[]): void {
  app.addHook('preClose', async () => {
    const timer = setInterval(
      () => servers.forEach((server) => server.closeIdleConnections()),
      IDLE_CHECK_MS,
    ).unref();
    app.server.once('close', () => clearInterval(timer));
    setTimeout(() => servers.forEach((server) => server.closeAllConnections()), CLOSE_TIMEOUT_MS).unref();
  });
}

function addHealthRoutes(
  app: FastifyInstance,
  { content, drain, isDiskFull }: Pick<AppParts, 'content'> & { drain: Drain; isDiskFull: () => boolean },
): void {
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    void reply.headers(responseHeaders({}, { policy: DATA_POLICY, cache: 'never' }));
    return {
      status: 'ok',
      database: content.isAvailable() ? 'ok' : 'unavailable',
      disk: isDiskFull() ? 'full' : 'ok',
    };
  });

  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const draining = drain.isDraining();
    void reply.code(draining ? 503 : 200);
    void reply.headers(responseHeaders({}, { policy: DATA_POLICY, cache: 'never' }));
    return { status: draining ? 'stopping' : 'ok' };
  });
}

/** Encoded slashes, backslashes and NUL bytes, which programs interpret differently. */
const HIDDEN_CHARACTERS = /%(?:2f|5c|00)/i;
