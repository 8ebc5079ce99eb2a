import assert from 'node:assert/strict';
import type { BaseVersion } from '#server/platform/change.ts';
import type { Database } from '#server/platform/database/database.ts';
import { FIRST_COMMODITIES, type BidRow, type Commodity } from '#contract/cash-bids.ts';
import { createStores, DANA } from '#tests/support/stores.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import type { StoredBid } from './cash-bid-store.ts';
import { saveCashBids, saveCommodities } from './cash-bids.ts';
import { saveBidList, type BidListUpdate } from './save-bid-list.ts';

const MORNING = new Date('2026-11-20T15:00:00.000Z');
const NOON = new Date('2026-11-20T18:00:00.000Z');

const save = (database: Database, bids: readonly StoredBid[]) =>
  database.write((db) => saveCashBids(createStores(db), DANA, bids));
const list = (database: Database) => database.read((db) => createStores(db).cashBids.list());

onBothDatabases('keeps the order and every value of the bids', async ({ database }) => {
  const bids = [
    aBid({ id: 'z', basisHundredths: 0, changeEighths: -1, cashPrice: 2_147_483_647 }),
    aBid({ id: 'a', basisHundredths: -2_147_483_648 }),
    aBid({ id: 'm', futuresEighths: null, basisHundredths: null, cashPrice: null, active: false }),
  ];
  assert.equal(await save(database, bids), bids.length);
  assert.deepEqual(await list(database), bids);
  await save(database, bids.toReversed());
  assert.deepEqual(await list(database), bids.toReversed());
});

onBothDatabases('logs nothing when the bids are unchanged', async ({ database }) => {
  const bids = [aBid({ id: 'a' }), aBid({ id: 'b' })];
  await save(database, bids);
  assert.equal(await save(database, bids), undefined);
  assert.equal(await save(database, await list(database)), undefined);
  assert.equal((await readChangeLog(database)).length, bids.length);
});

onBothDatabases('rejects a list that contains a bid twice, and changes nothing', async ({ database }) => {
  const bids = [aBid({ id: 'a' })];
  await save(database, bids);
  await assert.rejects(save(database, [aBid({ id: 'b' }), aBid({ id: 'b' })]));
  assert.deepEqual(await list(database), bids);
  assert.equal((await readChangeLog(database)).length, 1);
});

const put = (database: Database, bidList: BidListUpdate, now = MORNING) =>
  database.write((db) => saveBidList(createStores(db), DANA, bidList, now));

const CORN = {
  location: 'Hickory Bend',
  commodity: 'corn',
  delivery: 'Spot',
  futures: "432'6",
  basis: '-32',
};
const BEANS = { ...CORN, commodity: 'Soybeans', futures: "1074'4", basis: '-55' };

onBothDatabases('updates the time of changed prices only', async ({ database }) => {
  const { content } = await put(database, { bids: [CORN, BEANS] });
  const before = await list(database);
  const bids = content.bids.map((bid) =>
    bid.commodity === 'Corn' ? { ...bid, futures: "433'0" } : { ...bid, notes: 'Call first' },
  );
  await put(database, { bids }, NOON);
  const after = await list(database);
  const ids = after.map(({ id }) => id);
  assert.deepEqual(
    ids,
    before.map(({ id }) => id),
  );
  const shown = after.map((row) => row.asOf);
  assert.deepEqual(shown, [NOON.toISOString(), MORNING.toISOString()]);
  assert.equal(after[1]?.notes, 'Call first');
});

onBothDatabases('uses the time that a bid specifies', async ({ database }) => {
  await put(database, { bids: [{ ...CORN, asOf: '2026-11-20T08:30:00-06:00' }] }, NOON);
  assert.equal((await list(database))[0]?.asOf, '2026-11-20T14:30:00.000Z');
  await put(database, { bids: [{ ...CORN, asOf: '2026-11-20T17:00:00Z' }] }, NOON);
  assert.equal((await list(database))[0]?.asOf, '2026-11-20T17:00:00.000Z');
});

onBothDatabases('stores commodity rules with the bids, as a separate change', async ({ database }) => {
  const rice = {
    name: 'Rice',
    poundsPerBushel: 45,
    rounding: 'always down',
    decimals: 4,
    futuresRoot: 'ZR',
  } as const;
  const bids = [{ ...CORN, commodity: 'Rice' }];
  const { content } = await put(database, { bids, commodities: [rice] });
  assert.deepEqual(content.commodities, [rice]);
  assert.equal((await put(database, { bids })).changed, false);
  const subjects = (await readChangeLog(database)).map(({ subject }) => subject);
  assert.deepEqual(subjects, ['cash-commodities', 'cash-bids']);
});

onBothDatabases('merges bids, and conflicts at the same field', async ({ database }) => {
  const { version, content } = await put(database, { bids: [CORN, BEANS] });
  const [corn, beans] = content.bids as [BidRow, BidRow];
  const baseVersion = { version };
  await put(database, {
    bids: [
      { ...BEANS, notes: 'call first' },
      { ...CORN, basis: '-30' },
    ],
  });
  const later = new Date(NOON.getTime() + 60_000);
  // A client sends back the times that it has read.
  const bids = [corn, { ...beans, basis: '-50' }, { ...CORN, location: 'Elm Grove' }];
  const merged = await put(database, { bids, baseVersion }, later);
  assert.deepEqual(
    merged.content.bids.map((bid) => [bid.location, bid.commodity, bid.basis, bid.notes, bid.asOf]),
    [
      [BEANS.location, 'Soybeans', '-50', 'call first', later.toISOString()],
      ['Elm Grove', 'Corn', CORN.basis, '', later.toISOString()],
      [CORN.location, 'Corn', '-30', '', MORNING.toISOString()],
    ],
  );
  assert.equal((await put(database, { bids, baseVersion }, later)).changed, false);
  for (const other of [[{ ...corn, basis: '-31' }, beans], [beans]]) {
    await assert.rejects(put(database, { bids: other, baseVersion }), {
      name: 'ConflictError',
      code: 'conflict',
    });
  }
});

const putCommodities = (database: Database, commodities: readonly Commodity[], baseVersion?: BaseVersion) =>
  database.write((db) => saveCommodities(createStores(db), DANA, { commodities, baseVersion }));

const [FIRST_CORN, FIRST_BEANS] = FIRST_COMMODITIES as [Commodity, Commodity];

onBothDatabases('spells the commodity of bids as in the list when only its case changes', async (given) => {
  const { database } = given;
  await put(database, { bids: [CORN] });
  const [before] = await list(database);
  await putCommodities(database, [{ ...FIRST_CORN, name: 'CORN' }]);
  assert.deepEqual(await list(database), [{ ...before, commodity: 'CORN' }]);
  const subjects = (await readChangeLog(database)).map(({ subject }) => subject);
  assert.deepEqual(subjects, ['cash-bids', 'cash-commodities', 'cash-bids']);
});

onBothDatabases('merges commodities, and conflicts at the same one', async ({ database }) => {
  await put(database, { bids: [CORN] });
  const { version } = await putCommodities(database, [FIRST_CORN], { version: 0 });
  await put(database, { bids: [{ ...CORN, basis: '-30' }] });
  const commodities = [FIRST_CORN, FIRST_BEANS];
  assert.equal((await putCommodities(database, commodities, { version })).changed, true);
  const precise = { ...FIRST_CORN, decimals: 4 as const };
  const merged = await putCommodities(database, [precise], { version });
  assert.deepEqual(merged.content.commodities, [precise, FIRST_BEANS]);
  assert.equal((await putCommodities(database, [precise], { version })).changed, false);
  const other = [{ ...FIRST_CORN, decimals: 2 as const, poundsPerBushel: 50 }, FIRST_BEANS];
  assert.equal((await putCommodities(database, other, { version })).content.commodities[0]?.decimals, 4);
  const heavy = [{ ...FIRST_CORN, poundsPerBushel: 70 }];
  await assert.rejects(putCommodities(database, heavy, { version }), {
    name: 'ConflictError',
    code: 'conflict',
  });
});
