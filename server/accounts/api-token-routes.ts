import { Type } from 'typebox';
import { ApiTokenName, ApiTokenParams, ApiTokens, NewApiToken } from '#contract/api-tokens.ts';
import { API } from '#contract/paths.ts';
import type { AdminApi } from '#server/api.ts';

export function addApiTokenRoutes({ app, services, describe, signedIn, authorOf }: AdminApi): void {
  const { apiTokens } = services;

  app.get(
    API.apiTokens,
    { schema: describe('The tokens of programs, without the tokens themselves', { answer: ApiTokens }) },
    async () => apiTokens.list(),
  );

  app.post(
    API.apiTokens,
    { schema: describe('Make a token for a program', { body: ApiTokenName, answer: NewApiToken }) },
    async (request) =>
      apiTokens.create({ origin: 'admin', name: signedIn(request).username }, request.body.name),
  );

  app.delete(
    `${API.apiTokens}/:id`,
    { schema: describe('End a token', { params: ApiTokenParams, answer: Type.Object({}) }) },
    async (request) => {
      await apiTokens.remove(authorOf(request), request.params.id);
      return {};
    },
  );
}
