import { Type } from 'typebox';
import { OneItem } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import {
  NewPioneerItems,
  PioneerCategoryParams,
  PioneerItems,
  PioneerItemUpdates,
} from '#contract/pioneer.ts';
import { Saved } from '#contract/saved.ts';
import { basedOn, route, type AdminApi, type Api } from '#server/http/api.ts';
import type { PioneerService } from './pioneer-service.ts';

type Services = { pioneer: PioneerService };

export function addPioneerRoutes({ app, services, sendCached }: Api<Services>): void {
  app.get(API.pioneerItems, route('List all Pioneer items', { response: PioneerItems }), (request, reply) =>
    sendCached(request, reply, { read: () => services.pioneer.list() }),
  );

  app.get(
    `${API.pioneerItems}/:category`,
    route('List the Pioneer items in a category', { params: PioneerCategoryParams, response: PioneerItems }),
    (request, reply) => {
      const category = Number(request.params.category);
      const read = () => services.pioneer.list(category);
      return sendCached(request, reply, { read });
    },
  );
}

export function addPioneerEditingRoutes({ app, services, authorOf }: AdminApi<Services>): void {
  app.post(
    API.newPioneerItems,
    route('Add Pioneer items', { body: NewPioneerItems, response: Saved(PioneerItems) }),
    async (request) => services.pioneer.add(authorOf(request), { items: request.body, ...basedOn(request) }),
  );

  app.post(
    API.pioneerItemUpdates,
    route('Update Pioneer items', { body: PioneerItemUpdates, response: Saved(PioneerItems) }),
    async (request) =>
      services.pioneer.update(authorOf(request), { items: request.body, ...basedOn(request) }),
  );

  app.post(
    API.pioneerItemRestore,
    route('Restore a deleted Pioneer item', { body: OneItem, response: Saved(PioneerItems) }),
    async (request) => services.pioneer.restore(authorOf(request), request.body),
  );

  app.delete(
    `${API.newPioneerItems}/:id`,
    route('Delete a Pioneer item', { params: OneItem, response: Saved(Type.Null()) }),
    async (request) =>
      services.pioneer.remove(authorOf(request), { id: request.params.id, ...basedOn(request) }),
  );
}
