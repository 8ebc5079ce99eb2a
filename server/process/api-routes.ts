import type { FastifyInstance } from 'fastify';
import { API } from '#contract/paths.ts';
import { VERSION_PATH } from '#contract/version-path.ts';
import {
  addAccountRoutes,
  addSignInFormRoute,
  addSignInRoute,
} from '#server/domains/accounts/account-routes.ts';
import {
  addFactorRoutes,
  addSecondStepFormRoute,
  addSignInStepRoutes,
} from '#server/domains/accounts/second-factor-routes.ts';
import { addApiTokenRoutes } from '#server/domains/accounts/api-token-routes.ts';
import {
  addForgottenPasswordRoute,
  addLinkRoutes,
  addPeopleRoutes,
} from '#server/domains/accounts/people-routes.ts';
import { createAdminApi, findBySession, type IsAdmin } from './api-guards.ts';
import { createApi } from '#server/http/api.ts';
import { replyPrepared } from '#server/http/response.ts';
import { addBidListUpdateRoute } from '#server/domains/cash-bids/cash-bid-routes.ts';
import { addHarvestUpdateRoute } from '#server/domains/harvest/harvest-routes.ts';
import { addPreviewRoutes } from './preview-routes.ts';
import type { Previews } from './previews.ts';
import { addUploadRoute } from './upload-routes.ts';
import { collectEndpoints } from './openapi.ts';
import { addAttentionRoute } from '#server/domains/attention-routes.ts';
import { addDemoContentRoutes } from '#server/domains/demo-content/demo-content-routes.ts';
import { addHistoryRoutes } from '#server/domains/history/history-routes.ts';
import { addLastBackupRoute } from '#server/domains/last-backup-routes.ts';
import { addLastSaveRoute } from '#server/domains/last-save-routes.ts';
import { addPastPriceRoutes } from '#server/domains/past-prices/past-price-routes.ts';
import { addKeptImageRoute } from '#server/domains/images/image-file-routes.ts';
import { addPresenceRoute } from '#server/domains/presence-routes.ts';
import { addScheduleRoutes } from '#server/domains/schedule/schedule-routes.ts';
import type { ScheduleService } from '#server/domains/schedule/schedule-service.ts';
import { DOMAINS } from '#server/domains/domains.ts';
import type { Services } from '#server/domains/services.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import type { DiskFileStore } from '#server/platform/files/disk-file-store.ts';
import type { Cookies } from '#server/http/cookies.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';
import type { createErrorResponses } from './error-responses.ts';

/** All that a response needs which each open page requests every ten seconds: with more, its 304 exceeds 200 bytes. */
const VERSION_HEADERS = { 'content-type': 'text/plain', 'cache-control': 'no-cache' };

/** Adds all endpoints, in scopes that decide who may call them. */
export async function addApiRoutes(
  app: FastifyInstance,
  parts: {
    services: Services;
    responses: ResponseCache;
    cookies: Cookies;
    isAdmin: IsAdmin;
    previews: Previews;
    schedule: ScheduleService;
    siteRevision: () => string;
    mark: () => string;
    diskFiles: DiskFileStore | undefined;
    showSignInFailure: ReturnType<typeof createErrorResponses>['showSignInFailure'];
  },
): Promise<void> {
  const { services, responses, cookies, diskFiles } = parts;
  const apiParts = { services, content: services.content, responses };
  const databaseParts = { ...apiParts, needsDatabase: true };
  const signInParts = { accounts: services.accounts, cookies };
  const findAdmin = findBySession(services, cookies);
  const describe = collectEndpoints(app);
  await app.register(async (publicScope) => {
    const { siteRevision, isAdmin } = parts;
    const api = createApi(publicScope, { ...apiParts, siteRevision, isAdmin });
    for (const { addRoutes } of Object.values(DOMAINS)) addRoutes(api);
    publicScope.get(API.openApi, { schema: { hide: true } }, async (request, reply) => {
      const description = await describe();
      return api.sendCached(request, reply, { read: () => description });
    });
    const renderVersion = () => ({
      status: 200,
      headers: VERSION_HEADERS,
      body: Buffer.from(parts.mark()),
    });
    publicScope.get(VERSION_PATH, { schema: { hide: true } }, async (request, reply) => {
      return replyPrepared(request, reply, await responses.get(VERSION_PATH, request.raw, renderVersion));
    });
    publicScope.all('/api', { schema: { hide: true } }, respondNotFound);
    publicScope.all('/api/*', { schema: { hide: true } }, respondNotFound);
  });
  await app.register(async (signInScope) => {
    const api = createApi(signInScope, databaseParts);
    addSignInRoute(api, signInParts);
    addSignInStepRoutes(api, signInParts);
    addLinkRoutes(api);
  });
  // Accepts only forms.
  await app.register(async (formScope) => {
    const api = createApi(formScope, databaseParts);
    addSignInFormRoute(api, signInParts, parts.showSignInFailure);
    addSecondStepFormRoute(api, signInParts, parts.showSignInFailure);
    addForgottenPasswordRoute(api);
  });
  await app.register(async (adminScope) => {
    const adminApi = createAdminApi(createApi(adminScope, databaseParts), findAdmin);
    for (const { addEditingRoutes } of Object.values(DOMAINS)) addEditingRoutes(adminApi);
    addKeptImageRoute(adminApi);
    addAccountRoutes(adminApi, services.accounts, cookies);
    addFactorRoutes(adminApi, cookies);
    addDemoContentRoutes(adminApi);
    addHarvestUpdateRoute(adminApi);
    addHistoryRoutes(adminApi, { timeZone: () => services.site.current().timeZone });
    addLastSaveRoute(adminApi);
    addLastBackupRoute(adminApi);
    addAttentionRoute(adminApi);
    addPresenceRoute(adminApi);
    addApiTokenRoutes(adminApi);
    addPeopleRoutes(adminApi);
    addPreviewRoutes(adminApi, parts.previews);
    addScheduleRoutes(adminApi, parts.schedule);
    if (diskFiles) addUploadRoute(adminApi, diskFiles);
  });
  await app.register(async (pastScope) => {
    const { isPublic } = services.pastPrices;
    addPastPriceRoutes(createAdminApi(createApi(pastScope, databaseParts), findAdmin, { isPublic }));
  });
  await app.register(async (programScope) => {
    addBidListUpdateRoute(createAdminApi(createApi(programScope, databaseParts), findAdmin));
  });
}

export function respondNotFound(): never {
  throw new NotFoundError();
}
