import Fastify, { type FastifyInstance } from 'fastify';
import { addBidListUpdateRoute } from '#server/domains/cash-bids/cash-bid-routes.ts';
import type { Services } from '#server/domains/services.ts';
import { createApi } from '#server/http/api.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import type { Author } from '#server/platform/change.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { createAdminApi, type FindAdmin } from './api-guards.ts';
import { addContentRoutes } from './content-routes.ts';
import { FASTIFY_OPTIONS } from './fastify-options.ts';

/** Creates an app with the routes of saves only, to which nothing but `inject` leads. It hands errors to `onError`. */
export async function createReplayApp(
  services: Services,
  {
    findAdmin,
    authorOf,
    onError,
  }: { findAdmin: FindAdmin; authorOf: () => Partial<Author>; onError: (error: unknown) => void },
): Promise<FastifyInstance> {
  const app = Fastify(FASTIFY_OPTIONS);
  app.decorateRequest('account');
  app.setErrorHandler((error, _, reply) => {
    onError(error);
    return reply.code(500).send();
  });
  app.setNotFoundHandler(() => {
    throw new NotFoundError();
  });
  const { content } = services;
  const responses = createResponseCache({ content, clockState: () => '', enabled: false });
  await app.register(async (scope) => {
    const api = createApi(scope, { services, content, responses, needsDatabase: true });
    const adminApi = createAdminApi(api, findAdmin);
    const replayApi: typeof adminApi = {
      ...adminApi,
      authorOf: (request) => ({ ...adminApi.authorOf(request), ...authorOf() }),
    };
    addContentRoutes(replayApi);
    addBidListUpdateRoute(replayApi);
  });
  await app.ready();
  return app;
}
