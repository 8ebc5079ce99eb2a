import fastifyCookie from '@fastify/cookie';
import proxyAddress from '@fastify/proxy-addr';
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { API, SIGN_IN_PAGE } from '#contract/paths.ts';
import {
  addAccountRoutes,
  addSignInFormRoute,
  addSignInRoute,
} from '#server/domains/accounts/account-routes.ts';
import { KNOWN_BROWSER_DAYS } from '#server/domains/accounts/known-browser.ts';
import { addApiTokenRoutes } from '#server/domains/accounts/api-token-routes.ts';
import { createAdminApi, createProgramApi } from './api-guards.ts';
import { createErrorResponses } from './error-responses.ts';
import { createApi } from '#server/platform/http/api.ts';
import { createKnownBrowserCookie } from '#server/platform/http/known-browser-cookie.ts';
import { createSessionCookie } from '#server/platform/http/session-cookie.ts';
import { addBidListUpdateRoute } from '#server/domains/cash-bids/cash-bid-routes.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import type { DiskFileStore } from '#server/platform/files/disk-file-store.ts';
import { addUploadRoute } from './upload-routes.ts';
import { collectEndpoints } from './openapi.ts';
import { createResponseCache } from '#server/platform/http/response-cache.ts';
import type { PreparedResponse } from '#server/platform/http/response.ts';
import { createDrain, type Drain } from '#server/platform/http/drain.ts';
import { createFrontServer } from '#server/platform/http/front-server.ts';
import {
  CONNECTION_LIMITS,
  limitConnections,
  type ConnectionLimits,
} from '#server/platform/http/connections.ts';
import { createConnectionErrors } from '#server/platform/http/connection-errors.ts';
import { HttpError } from '#server/platform/http/problem.ts';
import { requestIdOf } from '#server/platform/http/request-id.ts';
import { COMPILERS, loadCompilersFor } from '#server/platform/http/schema-compilers.ts';
import { DATA_POLICY, markAge, responseHeaders, SECURITY_HEADERS } from '#server/platform/http/headers.ts';
import { watchProxies } from '#server/platform/http/proxied-requests.ts';
import { addImageFileRoutes, addKeptImageRoute } from '#server/domains/images/image-file-routes.ts';
import { addDocumentFileRoutes } from '#server/domains/documents/document-file-routes.ts';
import { addDemoContentRoutes } from '#server/domains/demo-content/demo-content-routes.ts';
import { MEDIA_FOLDER, type Assets } from './pages/assets.ts';
import { addMediaRoutes } from './pages/media-routes.ts';
import type { KeptAssets } from './pages/kept-assets.ts';
import type { Metrics } from './metrics.ts';
import type { PageRenderer, RenderPastPrices } from './pages/page-renderer.ts';
import { addWellKnownRoutes } from './pages/well-known-routes.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { createPastPricePage } from './pages/past-price-page.ts';
import { DOMAINS, type Content } from '#server/domains/domains.ts';
import { addHistoryRoutes } from '#server/domains/history/history-routes.ts';
import { addLastBackupRoute } from '#server/domains/last-backup-routes.ts';
import { addLastSaveRoute } from '#server/domains/last-save-routes.ts';
import { addPastPriceRoutes } from '#server/domains/past-prices/past-price-routes.ts';
import type { Services } from '#server/domains/services.ts';

/** Default body limit. Endpoints that accept longer lists set their own `bodyLimit`. */
const BODY_LIMIT_BYTES = 1024 * 1024;
const IDLE_CHECK_MS = 100;

/** Time for running requests to finish after the drain, within the ten seconds that container runtimes allow. */
const CLOSE_TIMEOUT_MS = 8000;

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
  const { connectionLimits = CONNECTION_LIMITS, hstsSubdomains = false, drain = createDrain() } = parts;
  const site = services.site.current;
  const isProxy = proxyAddress.compile([...trustProxy]);
  const servers: Server[] = [];
  const headers = SECURITY_HEADERS;
  const cookie = createSessionCookie({ behindTls: trustProxy.length > 0 });
  const knownBrowserCookie = createKnownBrowserCookie({
    behindTls: trustProxy.length > 0,
    paths: [API.signIn, SIGN_IN_PAGE],
    days: KNOWN_BROWSER_DAYS,
  });
  const connectionErrors = createConnectionErrors(headers);
  const watchProxy = watchProxies({
    trustProxy,
    hstsSubdomains,
    warn: (sentence) => app.log.warn(sentence),
  });
  const clockState = services.calendar.state;
  const enabled = parts.addDevelopment === undefined;
  const { recompress } = parts;
  const pages = createResponseCache({ content, clockState, enabled, recompress });
  const apiResponses = createResponseCache({ content, clockState, enabled, recompress });

  const { isDiskFull, respondWithError, showSignInFailure } = createErrorResponses({
    content,
    renderer,
    metrics: parts.metrics,
    headers,
  });

  const app: FastifyInstance = Fastify({
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
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdOf(request, isProxy(request.socket.remoteAddress ?? '', 0)),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: 'idle',
    // Respond to a request that arrives on an open connection during the close.
    return503OnClosing: false,
    // Reject a number that is sent as a string.
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, verbose: true },
      // Count lengths in UTF-16 units, as browsers do.
      onCreate: (ajv) => void (ajv.opts.unicode = false),
    },
    schemaController: { compilersFactory: COMPILERS },
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

  // Fastify closes only the connections that are idle when it starts to close. Close the others as they become idle,
  // because clients keep them open.
  app.addHook('preClose', async () => {
    const timer = setInterval(
      () => servers.forEach((server) => server.closeIdleConnections()),
      IDLE_CHECK_MS,
    ).unref();
    app.server.once('close', () => clearInterval(timer));
    setTimeout(() => servers.forEach((server) => server.closeAllConnections()), CLOSE_TIMEOUT_MS).unref();
  });
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
  const describe = collectEndpoints(app);

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

  const apiParts = { services, content: services.content, apiResponses, headers };
  const databaseParts = { ...apiParts, needsDatabase: true };
  const signInParts = { accounts: services.accounts, cookie, knownBrowserCookie };
  await app.register(async (scope) => {
    const { siteRevision } = parts;
    const api = createApi(scope, { ...apiParts, ...(siteRevision && { siteRevision }) });
    for (const { addRoutes } of Object.values(DOMAINS)) addRoutes(api);
    scope.get(API.openApi, { schema: { hide: true } }, async (request, reply) => {
      const description = await describe();
      return api.sendCached(request, reply, { read: () => description });
    });
    await scope.register(async (signInScope) => {
      const signInApi = createApi(signInScope, databaseParts);
      addSignInRoute(signInApi, signInParts);
    });
    await scope.register(async (adminScope) => {
      const adminApi = createAdminApi(createApi(adminScope, databaseParts), cookie);
      for (const { addEditingRoutes } of Object.values(DOMAINS)) addEditingRoutes(adminApi);
      addKeptImageRoute(adminApi);
      addAccountRoutes(adminApi, services.accounts, cookie);
      addDemoContentRoutes(adminApi);
      addHistoryRoutes(adminApi, { timeZone: () => site().timeZone });
      addLastSaveRoute(adminApi);
      addLastBackupRoute(adminApi);
      addApiTokenRoutes(adminApi);
      if (parts.diskFiles) {
        addUploadRoute(adminApi, { files: parts.diskFiles, allowSlow: connectionErrors.allowSlow });
      }
    });
    await scope.register(async (pastScope) => {
      const { isPublic } = services.pastPrices;
      addPastPriceRoutes(createAdminApi(createApi(pastScope, databaseParts), cookie, { isPublic }));
    });
    await scope.register(async (programScope) => {
      addBidListUpdateRoute(createProgramApi(createApi(programScope, databaseParts), cookie));
    });
    scope.all('/api', { schema: { hide: true } }, respondNotFound);
    scope.all('/api/*', { schema: { hide: true } }, respondNotFound);
  });

  await app.register(async (scope) => {
    addSignInFormRoute(createApi(scope, databaseParts), signInParts, showSignInFailure);
  });
  addWellKnownRoutes(app, { site, headers, now: parts.now ?? (() => new Date()) });
  addImageFileRoutes(app, services);
  addMediaRoutes(app, { root: join(parts.buildFolder, MEDIA_FOLDER), site });
  const loadAsset = async (url: string) => keptAssets?.load(url);
  const { renderPastPrices: render, now = () => new Date() } = parts;
  const pastPrices = render && createPastPricePage({ render, services, cookie, site, now });
  const sendPage = addPageRoutes(app, {
    renderer,
    pages,
    assets,
    loadAsset,
    pastPrices,
    ownPages: services.ownPages,
    findRedirect: (path) => services.ownPages.findRedirect(path) ?? services.site.findRedirect(path),
    isAdmin: async (request) => {
      const admin = await services.accounts.find(cookie.read(request), request.ip);
      return admin !== undefined;
    },
    headers,
    age: content.age,
  });
  addDocumentFileRoutes(app, { documents: services.documents, sendMissing: sendPage });
  // Handle other methods than GET: the page routes match every GET.
  app.setNotFoundHandler(respondNotFound);
  await app.ready();
  return app;
}

/** Encoded slashes, backslashes and NUL bytes, which programs interpret differently. */
const HIDDEN_CHARACTERS = /%(?:2f|5c|00)/i;

function respondNotFound(): never {
  throw new NotFoundError();
}
