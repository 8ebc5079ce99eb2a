import { Type } from 'typebox';
import { ApiTokenName, ApiTokenParams, ApiTokens, NewApiToken } from '#contract/api-tokens.ts';
import { API } from '#contract/paths.ts';
import type { AdminApi } from '#server/api.ts';

export function addApiTokenRoutes({ app, services, describe, signedIn, authorOf }: AdminApi): void {
  const { apiTokens } = services;

  app.get(
    API.apiTokens,
    { schema: describe('List API tokens (without their secret values)', { answer: ApiTokens }) },
    async () => apiTokens.list(),
  );

  app.post(
    API.apiTokens,
    { schema: describe('Create an API token', { body: ApiTokenName, answer: NewApiToken }) },
    async (request) =>
      apiTokens.create({ origin: 'admin', name: signedIn(request).username }, request.body.name),
  );

  app.delete(
    `${API.apiTokens}/:id`,
    { schema: describe('Delete an API token', { params: ApiTokenParams, answer: Type.Object({}) }) },
    async (request) => {
      await apiTokens.remove(authorOf(request), request.params.id);
      return {};
    },
  );
}
