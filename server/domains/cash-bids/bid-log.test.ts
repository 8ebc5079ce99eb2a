import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import type { Database } from '#server/platform/database/database.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createStores, type Stores, DANA } from '#tests/support/stores.ts';
import { applyQuotes } from './apply-quotes.ts';
import { toLogged } from './bid-log.ts';
import type { StoredBid } from './cash-bid-store.ts';
import { cashBidsAt } from '#tests/support/content-at.ts';
import { listCommodities, replaceCommodities, saveCashBids } from './cash-bids.ts';

const hour = fc.integer({ min: 10, max: 19 }).map((each) => `2026-11-20T${each}:00:00.000Z`);
const eighths = fc.constantFrom(null, 3462, 3464, 3470);

const bids = fc.uniqueArray(
  fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      commodity: fc.constantFrom('Corn', 'Milo', 'Soybeans'),
      futuresMonth: fc.constantFrom('Dec 2026', 'Jan 2027'),
      futuresEighths: eighths,
      changeEighths: fc.constantFrom(14, 16),
      basisHundredths: fc.constantFrom(null, -3200, -3000),
      cashPrice: fc.constantFrom(null, null, 40_100),
      asOf: hour,
      active: fc.boolean(),
    },
    { noNullPrototype: true },
  ),
  { selector: ({ id }) => id, maxLength: 6 },
);
const quotes = fc.uniqueArray(
  fc.record(
    {
      symbol: fc.constantFrom('ZCZ26', 'ZSF27', 'ZCF27'),
      futuresEighths: fc.constantFrom(3462, 3464, 3470),
      changeEighths: fc.constantFrom(14, 16),
      at: hour,
    },
    { noNullPrototype: true },
  ),
  { selector: ({ symbol }) => symbol, minLength: 1 },
);

type Step = (stores: Stores) => Promise<unknown>;

const replaceAll = bids.map((rows): Step => async (stores) => {
  await saveCashBids(stores, DANA, rows.map(aBid));
});
const feed = quotes.map(
  (each): Step =>
    async (stores) =>
      void (await applyQuotes(stores, each)),
);
const editSome = fc.nat(5).map((seed): Step => async (stores) => {
  const rows = await stores.cashBids.list();
  const edited = rows.map((row, index) =>
    index === seed % rows.length ? { ...row, basisHundredths: -seed, asOf: '2026-11-20T15:30:00.000Z' } : row,
  );
  await saveCashBids(stores, DANA, seed % 2 ? edited : edited.toReversed());
});
const renameSymbols = fc.constantFrom('ZC', 'ZS').map((futuresRoot): Step => async (stores) => {
  const [corn, ...others] = FIRST_COMMODITIES;
  await replaceCommodities(stores, DANA, [{ ...corn!, futuresRoot }, ...others]);
});
/** A save by a release before migration 0010, which logged both lists. */
const replaceAllOldForm = bids.map((rows): Step => async ({ cashBids, changeLog }) => {
  const before = await cashBids.list();
  const after = rows.map((row) => aBid(row));
  await cashBids.replace(after);
  const [from, to] = [before, after].map((each) => each.map(toLogged));
  await changeLog.append({ author: DANA, subject: 'cash-bids', before: from, after: to });
});

const steps = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: replaceAll },
    { weight: 4, arbitrary: feed },
    { weight: 3, arbitrary: editSome },
    { weight: 1, arbitrary: renameSymbols },
    { weight: 1, arbitrary: replaceAllOldForm },
  ),
  { maxLength: 12 },
);

type Copy = { version: number; bids: StoredBid[]; commodities: unknown };

const copyOf = (database: Database): Promise<Copy> =>
  database.read(async (db) => {
    const stores = createStores(db);
    const version = await stores.changeLog.version();
    return { version, bids: await stores.cashBids.list(), commodities: await listCommodities(stores) };
  });

onBothDatabases('rebuilds the bids and commodities as of every save', async ({ database }) => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const copies = [await copyOf(database)];
      for (const step of all) {
        await database.write((db) => step(createStores(db)));
        copies.push(await copyOf(database));
      }
      for (const { version, ...copy } of copies) {
        const rebuilt = await database.read((db) => cashBidsAt(createStores(db), version));
        assert.deepEqual(rebuilt, copy, `version ${version}`);
      }
    }),
    { numRuns: EFFORT.propertyRuns / 10 },
  );
});

onBothDatabases('rebuilds bids that were logged before futures prices', async ({ database }) => {
  const row = { id: 'a', location: 'Hickory Bend', commodity: 'Corn', delivery: 'Spot' };
  const old = { ...row, futures_month: 'Dec 2026', change_eighths: 24, as_of: '2026-01-05T15:00:00.000Z' };
  const rebuilt = await database.write(async (db) => {
    const stores = createStores(db);
    const before = [{ ...old, basis_cents: -32, cash_price: 40_100 }];
    await stores.changeLog.append({ author: DANA, subject: 'cash-bids', before, after: [] });
    return cashBidsAt(stores, 0);
  });
  assert.deepEqual(rebuilt.bids, [aBid({ id: 'a', asOf: old.as_of })]);
});

onBothDatabases('logs a typical price change in less than 400 bytes', async ({ database }) => {
  const rows = Array.from({ length: 75 }, (_, index) =>
    aBid({ id: crypto.randomUUID(), location: `Location ${index}`, cashPrice: null, futuresEighths: 3462 }),
  );
  const entries = await database.write(async (db) => {
    const stores = createStores(db);
    const before = await saveCashBids(stores, DANA, rows);
    const asOf = '2026-11-20T15:00:00.000Z';
    await saveCashBids(stores, DANA, rows.with(40, { ...rows[40]!, basisHundredths: -3000, asOf }));
    return db.selectFrom('change_log').selectAll().where('version', '>', before!).execute();
  });
  assert.equal(entries.length, 1);
  const bytes = Object.values(entries[0]!).map((value) => Buffer.byteLength(String(value ?? '')));
  assert.ok(bytes.reduce((sum, each) => sum + each, 0) < 400, `${bytes.join(' + ')} bytes`);
});
