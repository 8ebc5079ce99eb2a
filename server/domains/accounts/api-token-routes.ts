import { Type } from 'typebox';
import { ApiTokenName, ApiTokenParams, ApiTokens, NewApiToken } from '#contract/api-tokens.ts';
import { API } from '#contract/paths.ts';
import { type AdminApi } from '#server/platform/http/api.ts';
import type { ApiTokenService } from './api-token-service.ts';

type Services = { apiTokens: ApiTokenService };

export function addApiTokenRoutes({
  app,
  services,
  describe,
  currentAdmin,
  authorOf,
}: AdminApi<Services>): void {
  const { apiTokens } = services;

  app.get(
    API.apiTokens,
    { schema: describe('List API tokens (without their secret values)', { response: ApiTokens }) },
    async () => apiTokens.list(),
  );

  app.post(
    API.apiTokens,
    { schema: describe('Create an API token', { body: ApiTokenName, response: NewApiToken }) },
    async (request) =>
      apiTokens.create({ origin: 'admin', name: currentAdmin(request).username }, request.body.name),
  );

  app.delete(
    `${API.apiTokens}/:id`,
    { schema: describe('Delete an API token', { params: ApiTokenParams, response: Type.Object({}) }) },
    async (request) => {
      await apiTokens.remove(authorOf(request), request.params.id);
      return {};
    },
  );
}
