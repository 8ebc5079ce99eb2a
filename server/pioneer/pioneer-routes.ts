import { Type } from 'typebox';
import { API } from '#contract/paths.ts';
import {
  NewPioneerItems,
  PioneerCategoryParams,
  PioneerItemParams,
  PioneerItems,
  PioneerItemUpdates,
} from '#contract/pioneer.ts';
import { Saved } from '#contract/saved.ts';
import type { AdminApi, Api } from '#server/api.ts';

export function addPioneerRoutes({ app, services, sendKept, describe }: Api): void {
  app.get(
    API.pioneerItems,
    { schema: describe('List all Pioneer items', { answer: PioneerItems }) },
    (request, reply) =>
      sendKept(request, reply, { address: API.pioneerItems, read: () => services.pioneer.list() }),
  );

  app.get(
    `${API.pioneerItems}/:category`,
    {
      schema: describe('List the Pioneer items in a category', {
        params: PioneerCategoryParams,
        answer: PioneerItems,
      }),
    },
    (request, reply) => {
      const category = Number(request.params.category);
      const read = () => services.pioneer.list(category);
      return sendKept(request, reply, { address: `${API.pioneerItems}/${category}`, read });
    },
  );
}

export function addPioneerEditingRoutes({ app, services, describe, authorOf, basedOn }: AdminApi): void {
  app.post(
    API.newPioneerItems,
    { schema: describe('Add Pioneer items', { body: NewPioneerItems, answer: Saved(PioneerItems) }) },
    async (request) =>
      services.pioneer.add(authorOf(request), { items: request.body, basedOn: basedOn(request) }),
  );

  app.post(
    API.pioneerItemUpdates,
    { schema: describe('Update Pioneer items', { body: PioneerItemUpdates, answer: Saved(PioneerItems) }) },
    async (request) =>
      services.pioneer.update(authorOf(request), { items: request.body, basedOn: basedOn(request) }),
  );

  app.delete(
    `${API.newPioneerItems}/:id`,
    { schema: describe('Delete a Pioneer item', { params: PioneerItemParams, answer: Saved(Type.Null()) }) },
    async (request) =>
      services.pioneer.remove(authorOf(request), { id: request.params.id, basedOn: basedOn(request) }),
  );
}
