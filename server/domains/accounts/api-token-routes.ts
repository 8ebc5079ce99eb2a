import { Type } from 'typebox';
import { ApiTokenRequest, ApiTokens, NewApiToken } from '#contract/api-tokens.ts';
import { OneItem } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import { logSecurity } from '#server/http/security-log.ts';
import { route, type AdminApi } from '#server/http/api.ts';
import type { ApiTokenService } from './api-token-service.ts';

type Services = { apiTokens: ApiTokenService };

export function addApiTokenRoutes({ app, services, authorOf }: AdminApi<Services>): void {
  const { apiTokens } = services;

  app.get(
    API.apiTokens,
    route('List API tokens (without their secret values)', { response: ApiTokens }),
    async () => apiTokens.list(),
  );

  app.post(
    API.apiTokens,
    route('Create an API token', { body: ApiTokenRequest, response: NewApiToken }),
    async (request) => {
      const created = await apiTokens.create(authorOf(request), request.body);
      logSecurity(request, 'token-created', { token: created.name });
      return created;
    },
  );

  app.delete(
    `${API.apiTokens}/:id`,
    route('Delete an API token', { params: OneItem, response: Type.Object({}) }),
    async (request) => {
      const name = await apiTokens.remove(authorOf(request), request.params.id);
      if (name !== undefined) logSecurity(request, 'token-deleted', { token: name });
      return {};
    },
  );
}
