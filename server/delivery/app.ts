import fastifyCookie from '@fastify/cookie';
import fastifySwagger from '@fastify/swagger';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { API } from '#contract/paths.ts';
import {
  addAccountRoutes,
  addSignInFormRoute,
  addSignInRoute,
} from '#server/domains/accounts/account-routes.ts';
import { addApiTokenRoutes } from '#server/domains/accounts/api-token-routes.ts';
import { createAdminApi, createProgramApi } from './api-guards.ts';
import { createApi } from '#server/platform/http/api.ts';
import { createSessionCookie } from '#server/platform/http/session-cookie.ts';
import {
  addBidListUpdateRoute,
  addCashBidEditingRoutes,
  addCashBidRoutes,
} from '#server/domains/cash-bids/cash-bid-routes.ts';
import { cacheKeyOf, targetOf } from '#server/platform/http/cache-key.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import type { DiskFileStore } from '#server/platform/files/disk-file-store.ts';
import { addUploadRoute } from './upload-routes.ts';
import { createResponseCache } from '#server/platform/http/response-cache.ts';
import type { PreparedResponse } from '#server/platform/http/response.ts';
import { createFrontServer } from '#server/platform/http/front-server.ts';
import { createConnectionErrors } from '#server/platform/http/connection-errors.ts';
import { HttpError, problemHeaders, toProblem } from '#server/platform/http/problem.ts';
import { COMPILERS } from '#server/platform/http/schema-compilers.ts';
import { securityHeaders } from '#server/platform/http/headers.ts';
import { addImageFileRoutes } from '#server/domains/images/image-file-routes.ts';
import { addDemoContentRoutes } from '#server/domains/demo-content/demo-content-routes.ts';
import {
  addImageCareRoutes,
  addImageEditingRoutes,
  addImageRoutes,
} from '#server/domains/images/image-routes.ts';
import { MEDIA_FOLDER, type Assets } from './pages/assets.ts';
import { addMediaRoutes } from './pages/media-routes.ts';
import type { PageRenderer } from './pages/page-renderer.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { addEmployeeEditingRoutes, addEmployeeRoutes } from '#server/domains/employees/employee-routes.ts';
import { addPioneerEditingRoutes, addPioneerRoutes } from '#server/domains/pioneer/pioneer-routes.ts';
import {
  addPriceTableEditingRoutes,
  addPriceTableRoutes,
} from '#server/domains/price-tables/price-table-routes.ts';
import type { Content, Services } from '#server/domains/services.ts';
import { addSiteTextEditingRoutes, addSiteTextRoutes } from '#server/domains/site-text/site-text-routes.ts';

/** Default body limit. Endpoints that accept longer lists set their own `bodyLimit`. */
const BODY_LIMIT_BYTES = 1024 * 1024;

export type AppParts = {
  content: ContentCache<Content>;
  services: Services;
  renderer: PageRenderer;
  assets: Assets;
  buildFolder: string;
  /** Set if files are on this server's disk. */
  diskFiles?: DiskFileStore | undefined;
  /** Addresses of trusted proxies. If there are any, they are assumed to terminate TLS. */
  trustProxy: readonly string[];
  logger?: FastifyServerOptions['logger'];
  /** Option of `createResponseCache`. */
  recompress?: boolean | undefined;
  /** Registers the development server before all routes. Disables the caching of responses. */
  addDevelopment?: ((app: FastifyInstance) => Promise<void>) | undefined;
};

/** Creates the Fastify app with all routes. Does not listen, so tests can call `inject`. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { content, services, assets, trustProxy } = parts;
  const headers = securityHeaders({ behindTls: trustProxy.length > 0 });
  const cookie = createSessionCookie({ behindTls: trustProxy.length > 0 });
  const connectionErrors = createConnectionErrors(headers);
  const clockState = services.calendar.state;
  const enabled = parts.addDevelopment === undefined;
  const { recompress } = parts;
  const pages = createResponseCache({ content, clockState, enabled, recompress });
  const apiResponses = createResponseCache({ content, clockState, enabled, recompress });

  const app: FastifyInstance = Fastify({
    serverFactory: (fallback) => createFrontServer({ findPrepared, fallback, connectionErrors }),
    clientErrorHandler: connectionErrors.onClientError,
    logger: parts.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: 'idle',
    // Reject a number that is sent as a string.
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, verbose: true },
      // Count lengths in UTF-16 units, as browsers do.
      onCreate: (ajv) => void (ajv.opts.unicode = false),
    },
    schemaController: { compilersFactory: COMPILERS },
    frameworkErrors: (error, request, reply) => void respondWithError(error, request, reply),
  } as FastifyServerOptions);

  function findPrepared(request: IncomingMessage): PreparedResponse | undefined {
    const target = targetOf(request.url ?? '/');
    const key = cacheKeyOf(target, request.headers);
    const prepared = pages.find(key) ?? assets.find(target.path);
    if (prepared) return prepared;
    return content.isAvailable() ? apiResponses.find(key) : undefined;
  }

  /** Responds with problem details to every error, including those thrown before any hook. */
  function respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const problem = toProblem(error, request.method);
    if (problem.status === 500) request.log.error(error);
    void reply.code(problem.status).headers(problemHeaders(headers, error));
    return reply.send(JSON.stringify(problem));
  }

  app.setErrorHandler(respondWithError);
  // Accept only JSON: other sites can send text/plain without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  await parts.addDevelopment?.(app);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers);
    if (HIDDEN_CHARACTERS.test(request.url.split('?', 1)[0] ?? '')) throw new HttpError(400, 'bad-address');
  });

  await app.register(fastifyCookie);
  // OpenAPI 3.1 uses JSON Schema, so the schemas need no conversion.
  await app.register(fastifySwagger, {
    openapi: { openapi: '3.1.1', info: OPENAPI_INFO },
    convertConstToEnum: false,
  });

  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'ok', database: content.isAvailable() ? 'ok' : 'unavailable' };
  });

  const apiParts = { services, content: services.content, apiResponses, headers };
  await app.register(async (scope) => {
    const api = createApi(scope, apiParts);
    addSiteTextRoutes(api);
    addCashBidRoutes(api);
    addEmployeeRoutes(api);
    addPriceTableRoutes(api);
    addPioneerRoutes(api);
    addImageRoutes(api);
    addSignInRoute(api, services.accounts, cookie);
    scope.get(API.openApi, { schema: { hide: true } }, async (request, reply) =>
      api.sendCached(request, reply, { read: () => app.swagger() }),
    );
    await scope.register(async (adminScope) => {
      const adminApi = createAdminApi(createApi(adminScope, apiParts), cookie);
      addAccountRoutes(adminApi, services.accounts, cookie);
      addSiteTextEditingRoutes(adminApi);
      addEmployeeEditingRoutes(adminApi);
      addPriceTableEditingRoutes(adminApi);
      addPioneerEditingRoutes(adminApi);
      addImageEditingRoutes(adminApi);
      addImageCareRoutes(adminApi);
      addDemoContentRoutes(adminApi);
      addCashBidEditingRoutes(adminApi);
      addApiTokenRoutes(adminApi);
      if (parts.diskFiles) {
        addUploadRoute(adminApi, { files: parts.diskFiles, allowSlow: connectionErrors.allowSlow });
      }
    });
    await scope.register(async (programScope) => {
      addBidListUpdateRoute(createProgramApi(createApi(programScope, apiParts), cookie));
    });
    scope.all('/api', { schema: { hide: true } }, respondNotFound);
    scope.all('/api/*', { schema: { hide: true } }, respondNotFound);
  });

  addSignInFormRoute(app);
  addImageFileRoutes(app, services);
  addMediaRoutes(app, { root: join(parts.buildFolder, MEDIA_FOLDER) });
  addPageRoutes(app, { renderer: parts.renderer, pages, assets, headers });
  // Handle other methods than GET: the page routes match every GET.
  app.setNotFoundHandler(respondNotFound);
  await app.ready();
  return app;
}

/** Encoded slashes, backslashes and NUL bytes, which programs interpret differently. */
const HIDDEN_CHARACTERS = /%(?:2f|5c|00)/i;

const OPENAPI_INFO = {
  title: 'Scalehouse',
  version: '1',
  description: "The API for a farmers' cooperative website.",
};

function respondNotFound(): never {
  throw new NotFoundError();
}
