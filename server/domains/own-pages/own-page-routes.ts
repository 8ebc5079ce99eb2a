import { Type } from 'typebox';
import { OneItem } from '#contract/item-id.ts';
import {
  OwnPage,
  OwnPageList,
  OwnPageOrder,
  OwnPageSummaries,
  PAGE_LENGTH_MAX,
} from '#contract/own-pages.ts';
import { API } from '#contract/paths.ts';
import { Saved } from '#contract/saved.ts';
import { basedOn, route, type AdminApi } from '#server/http/api.ts';
import type { OwnPageService } from './own-pages.ts';

type Services = { ownPages: OwnPageService };

/** Size of the longest page if each character is an escape of six bytes, such as \u00e9. */
const BODY_LIMIT_BYTES = 6 * PAGE_LENGTH_MAX + 100_000;

/** Visitors get the pages as HTML. */
export const addOwnPageRoutes = (): void => undefined;

export function addOwnPageEditingRoutes({ app, services, authorOf }: AdminApi<Services>): void {
  const { ownPages } = services;

  app.get(
    API.ownPages,
    route('List the pages that administrators have created, in order', { response: OwnPageList }),
    async () => ownPages.list(),
  );

  app.post(
    API.ownPages,
    route('Add a page at the end', { bodyLimit: BODY_LIMIT_BYTES, body: OwnPage, response: Saved(OwnPage) }),
    async (request) => ownPages.add(authorOf(request), request.body),
  );

  app.get(
    `${API.ownPages}/:id`,
    route('Get a page', { params: OneItem, response: OwnPage }),
    async (request) => ownPages.get(request.params.id),
  );

  app.put(
    `${API.ownPages}/:id`,
    route('Replace a page', {
      bodyLimit: BODY_LIMIT_BYTES,
      params: OneItem,
      body: OwnPage,
      response: Saved(OwnPage),
    }),
    async (request) =>
      ownPages.save(authorOf(request), {
        page: { ...request.body, id: request.params.id },
        ...basedOn(request),
      }),
  );

  app.delete(
    `${API.ownPages}/:id`,
    route('Delete a page', { params: OneItem, response: Saved(Type.Null()) }),
    async (request) => ownPages.remove(authorOf(request), { id: request.params.id, ...basedOn(request) }),
  );

  app.put(
    API.ownPageOrder,
    route('Order the pages', { body: OwnPageOrder, response: Saved(OwnPageSummaries) }),
    async (request) => ownPages.order(authorOf(request), { ids: request.body, ...basedOn(request) }),
  );
}
