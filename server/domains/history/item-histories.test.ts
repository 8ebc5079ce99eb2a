import assert from 'node:assert/strict';
import type { Author } from '#server/platform/change.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { stepsBetween, undoSteps } from '#server/records/change-log/list-steps.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import type { ItemHistory } from '#server/records/history.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { DANA } from '#tests/support/stores.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { formatHistoryCsv } from './history-csv.ts';
import { createHistoryService } from './history-service.ts';
import { createItemHistories } from './item-histories.ts';

type Toy = { id: string; name: string; price: number };
type ToyStore = { toys: Toy[]; save(author: Author, toys: Toy[]): Promise<unknown> };

/** The only thing that a list with two fields tells the history. */
const toyHistory: ItemHistory<ToyStore> = {
  subject: 'toys',
  kind: 'other',
  names: { toys: 'Toys' },
  rows: async ({ toys }) => toys,
  fields: {
    labels: { name: 'Name', price: 'Price' },
    formats: { price: (price: number) => `$${price}` },
  },
  restore: ({ toys, save }, author, { steps }) => save(author, undoSteps(toys, steps)),
};

function openToys(database: Database) {
  let toys: Toy[] = [];
  const storeOf = (db: DatabaseHandle): ToyStore => ({
    toys,
    async save(author, next) {
      await createChangeLogStore(db).appendAll({ author, subject: 'toys' }, stepsBetween(toys, next));
      toys = next;
    },
  });
  const history = createHistoryService({
    histories: createItemHistories([toyHistory], storeOf),
    content: database,
    database,
    files: { find: async () => undefined },
    site: demoSite,
    deletedImageDays: 30,
    now: () => new Date(),
    restoreParts: () => ({}),
  });
  const save = (next: Toy[]) => database.write((db) => storeOf(db).save(DANA, next));
  return { history, save, list: () => toys };
}

onBothDatabases(
  'names, presents, and restores the changes of a list that has only a record',
  async (given) => {
    const { history, save, list } = openToys(given.database);
    const [ball, kite] = [
      { id: 'b', name: 'Ball', price: 3 },
      { id: 'k', name: 'Kite', price: 9 },
    ];
    await save([ball, kite]);
    await save([kite, { ...ball, price: 4 }]);
    await save([kite]);
    const { entries } = await history.list({});
    assert.deepEqual(
      entries.map(({ item, action, canRestore, reason }) => [item.name, action, canRestore, reason]),
      [
        ['Ball', 'deleted', true, undefined],
        ['Toys', 'moved', true, undefined],
        ['Ball', 'changed', false, 'Ball was deleted. Restore that first.'],
        ['Kite', 'added', true, undefined],
        ['Ball', 'added', true, undefined],
      ],
    );
    assert.deepEqual(entries[0]?.before, {
      type: 'fields',
      fields: [
        { label: 'Name', text: 'Ball' },
        { label: 'Price', text: '$4' },
      ],
    });
    assert.deepEqual(entries[2]?.after, { type: 'fields', fields: [{ label: 'Price', text: '$4' }] });
    assert.equal((await history.list({ search: 'kite' })).entries.length, 1);
    assert.equal((await history.list({ kind: 'other' })).entries.length, 5);
    const pages = (async function* () {
      yield entries;
    })();
    const csv = (await Array.fromAsync(formatHistoryCsv(pages, 'UTC'))).join('');
    assert.match(csv, /,Dana,other,Ball,deleted,"Name: Ball\nPrice: \$4",,/);

    const restore = (id = '') => history.restore(DANA, { changes: id, baseVersion: undefined });
    assert.equal((await restore(entries[0]?.id)).changed, true);
    assert.deepEqual(list(), [kite, { ...ball, price: 4 }]);
    await restore(entries[2]?.id);
    assert.deepEqual(list(), [kite, ball]);
    const [newest] = (await history.list({})).entries;
    assert.deepEqual(
      [newest?.item.name, newest?.action, newest?.restored],
      ['Ball', 'restored', entries[2]?.id],
    );
  },
);
