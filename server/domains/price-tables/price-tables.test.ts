import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { EFFORT } from '#tests/support/effort.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createStores, type Stores } from '#tests/support/stores.ts';
import type { PriceTableContent } from './price-table-store.ts';
import { priceTableAt, savePriceTableContent } from './price-tables.ts';

const DANA = { origin: 'admin', name: 'Dana' } as const;
const cell = fc.constantFrom('', '410', '$1,019.00');
const table = fc.record<PriceTableContent>(
  {
    headers: fc.array(cell, { minLength: 1, maxLength: 2 }),
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 2 }), { maxLength: 5 }),
  },
  { noNullPrototype: true },
);

type Save = (stores: Stores) => Promise<unknown>;

const save = table.map(
  (each): Save =>
    (stores) =>
      savePriceTableContent(stores, DANA, { type: 2, table: each }),
);
/** A save by a release before migration 0010, which logged both tables. */
const saveOldForm = table.map((after): Save => async ({ priceTables, changeLog }) => {
  const before = await priceTables.find(2);
  await priceTables.save(2, after);
  await changeLog.append({ author: DANA, subject: 'price-table:2', before, after });
});

onBothDatabases('rebuilds a table as of every save', async ({ database }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 4, arbitrary: save }, { weight: 1, arbitrary: saveOldForm }), {
        maxLength: 8,
      }),
      async (saves) => {
        const copies: { version: number; content: PriceTableContent }[] = [];
        for (const each of saves) {
          copies.push(
            await database.write(async (db) => {
              const stores = createStores(db);
              await each(stores);
              return {
                version: await stores.changeLog.version(),
                content: await stores.priceTables.find(2),
              };
            }),
          );
        }
        for (const { version, content } of copies) {
          assert.deepEqual(await database.read((db) => priceTableAt(createStores(db), 2, version)), content);
        }
      },
    ),
    { numRuns: EFFORT.propertyRuns / 10 },
  );
});
