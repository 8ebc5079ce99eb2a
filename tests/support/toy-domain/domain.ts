import { Type } from 'typebox';
import { Saved } from '#contract/saved.ts';
import { basedOn, route, type AdminApi, type Api } from '#server/http/api.ts';
import type { ItemHistory } from '#server/records/history.ts';
import { rowList } from '#server/records/row-list.ts';

type Toy = { id: string; name: string; price: number };
type Services = { toys: ReturnType<typeof list.createService> };

const list = rowList({
  name: 'toys',
  table: 'toy',
  columns: { id: 'text', name: 'text', price: 'number' },
  hasEditorIds: false,
  max: 3,
  tooMany: 'Keep at most 3 toys.',
  clean: ({ name, price }: Toy) => ({ name, price }),
  present: (toy: Toy) => toy,
});

const Toys = Type.Array(Type.Object({ id: Type.String(), name: Type.String(), price: Type.Integer() }));

/** A list with two fields: all that a new domain consists of. */
export const toys = {
  ...list,
  addRoutes({ app, services, sendCached }: Api<Services>) {
    app.get('/api/toys', route('List toys', { response: Toys }), (request, reply) =>
      sendCached(request, reply, { read: () => services.toys.list() }),
    );
  },
  addEditingRoutes({ app, services, authorOf }: AdminApi<Services>) {
    app.post('/api/toys', route('Save toys', { body: Toys, response: Saved(Toys) }), async (request) =>
      services.toys.save(authorOf(request), { toys: request.body, ...basedOn(request) }),
    );
  },
  history: [
    {
      subject: 'toys',
      kind: 'other',
      names: { toys: 'Toys' },
      rows: ({ toys: store }) => store.list(),
      fields: { labels: { name: 'Name', price: 'Price' } },
      restore: list.undo,
    },
  ] satisfies ItemHistory<Parameters<typeof list.undo>[0]>[],
};
