import Fastify, { type FastifyInstance } from 'fastify';
import { addBidListUpdateRoute } from '#server/domains/cash-bids/cash-bid-routes.ts';
import { DOMAINS } from '#server/domains/domains.ts';
import { addHarvestUpdateRoute } from '#server/domains/harvest/harvest-routes.ts';
import { addHistoryRoutes } from '#server/domains/history/history-routes.ts';
import type { Services } from '#server/domains/services.ts';
import { createApi } from '#server/http/api.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import type { Author } from '#server/platform/change.ts';
import { createAdminApi, type FindAdmin } from './api-guards.ts';
import { FASTIFY_OPTIONS } from './fastify-options.ts';

type ReplayParts = {
  findAdmin: FindAdmin;
  /** Returns what replaces fields of the author of changes. */
  authorOf: () => Partial<Author>;
  onError: (error: unknown) => void;
};

/** Creates an app with the routes of saves only, to which nothing but `inject` leads. */
export async function createReplayApp(
  services: Services,
  { findAdmin, authorOf, onError }: ReplayParts,
): Promise<FastifyInstance> {
  const { content, site } = services;
  const app = Fastify(FASTIFY_OPTIONS);
  app.decorateRequest('account');
  app.setErrorHandler((error, _, reply) => {
    onError(error);
    return reply.code(500).send();
  });
  const responses = createResponseCache({ content, clockState: () => '', enabled: false });
  await app.register(async (scope) => {
    const api = createApi(scope, { services, content, responses, needsDatabase: true });
    const adminApi = createAdminApi(api, findAdmin);
    const replayApi: typeof adminApi = {
      ...adminApi,
      authorOf: (request) => ({ ...adminApi.authorOf(request), ...authorOf() }),
    };
    for (const { addEditingRoutes } of Object.values(DOMAINS)) addEditingRoutes(replayApi);
    addBidListUpdateRoute(replayApi);
    addHarvestUpdateRoute(replayApi);
    addHistoryRoutes(replayApi, { timeZone: () => site.current().timeZone });
  });
  await app.ready();
  return app;
}
