import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import type { BaseVersion } from '#server/platform/change.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Quote } from './futures/futures-source.ts';
import { createStores, DANA } from '#tests/support/stores.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { applyQuotes } from './apply-quotes.ts';
import type { StoredBid } from './cash-bid-store.ts';
import { presentBidList } from './present-cash-bids.ts';
import { symbolsOf, undoQuotes } from './quotes-since.ts';
import { listCommodities, saveCashBids } from './cash-bids.ts';
import { saveBidList } from './save-bid-list.ts';

const AT_9 = '2026-11-20T15:00:00.000Z';
const AT_10 = '2026-11-20T16:00:00.000Z';
const AT_11 = '2026-11-20T17:00:00.000Z';
const NOON = '2026-11-20T18:00:00.000Z';

const aQuote = (quote: Partial<Quote> = {}): Quote => ({
  symbol: 'ZCZ26',
  futuresEighths: 3464,
  changeEighths: 16,
  at: AT_10,
  ...quote,
});

const aRow = (row: Partial<StoredBid> = {}) =>
  aBid({ futuresEighths: 3462, changeEighths: 14, cashPrice: null, asOf: AT_9, ...row });

const save = (database: Database, rows: readonly StoredBid[]) =>
  database.write((db) => saveCashBids(createStores(db), DANA, rows));
const apply = (database: Database, ...quotes: Quote[]) =>
  database.write((db) => applyQuotes(createStores(db), quotes));
const list = (database: Database) => database.read((db) => createStores(db).cashBids.list());
const read = async (database: Database) =>
  (await list(database)).map((row) => [row.futuresEighths, row.changeEighths, row.asOf]);

onBothDatabases('updates all bids of a contract, and no others', async ({ database }) => {
  const rows = [
    aRow(),
    aRow({ location: 'Elm Grove', basisHundredths: null, active: false }),
    aRow({ futuresEighths: null, changeEighths: null }),
    // Milo is priced from corn futures.
    aRow({ commodity: 'Milo' }),
    aRow({ futuresMonth: 'Mar 2027' }),
    aRow({ futuresMonth: '' }),
    aRow({ commodity: 'Rye' }),
    aBid({ cashPrice: 40_100, asOf: AT_9 }),
  ];
  await save(database, rows);
  assert.equal(await apply(database, aQuote(), aQuote({ symbol: 'ZSF27' })), rows.length + 1);
  const moved = { futuresEighths: 3464, changeEighths: 16, asOf: AT_10 };
  assert.deepEqual(
    await list(database),
    rows.map((row, index) => (index < 4 ? { ...row, ...moved } : row)),
  );
  const change = (await readChangeLog(database)).at(-1);
  assert.deepEqual([change?.origin, change?.author, change?.subject], ['feed', null, 'cash-futures']);
  assert.deepEqual(JSON.parse(change?.after ?? ''), { quotes: [aQuote()] });
  const { set } = JSON.parse(change?.before ?? '') as { set: unknown[] };
  assert.equal(set.length, 4);
  assert.deepEqual(set[0], {
    id: rows[0]?.id,
    futures_eighths: 3462,
    change_eighths: 14,
    as_of: AT_9,
  });
});

onBothDatabases('ignores repeated and older quotes', async ({ database }) => {
  await save(database, [aRow()]);
  await apply(database, aQuote({ at: AT_11 }));
  for (const quote of [
    aQuote({ at: AT_11 }),
    aQuote({ at: NOON }),
    aQuote({ at: AT_10, futuresEighths: 3470 }),
    aQuote({ at: AT_9, futuresEighths: 3470 }),
  ]) {
    assert.equal(await apply(database, quote), undefined);
  }
  assert.deepEqual(await read(database), [[3464, 16, AT_11]]);
  assert.equal((await readChangeLog(database)).length, 2);
  await apply(database);
  // A settlement price has the time of the last trade.
  assert.equal(await apply(database, aQuote({ at: AT_11, futuresEighths: 3466, changeEighths: 18 })), 3);
  assert.deepEqual(await read(database), [[3466, 18, AT_11]]);
});

onBothDatabases('logs one change when two servers apply the same quote', async (given) => {
  await save(given.database, [aRow()]);
  const other = await given.open();
  const versions = await Promise.all([apply(given.database, aQuote()), apply(other, aQuote())]);
  const shown = versions.filter((version) => version !== undefined);
  assert.deepEqual(shown, [2]);
});

onBothDatabases('keeps a manually entered futures price until a later trade', async ({ database }) => {
  await save(database, [aRow({ asOf: AT_11 })]);
  assert.equal(await apply(database, aQuote({ at: AT_10 })), undefined);
  assert.equal(await apply(database, aQuote({ at: AT_11 })), undefined);
  assert.equal(await apply(database, aQuote({ at: NOON })), 2);
  assert.deepEqual(await read(database), [[3464, 16, NOON]]);
});

const open = (database: Database) =>
  database.read(async (db) => {
    const stores = createStores(db);
    const { bids } = presentBidList(await stores.cashBids.list(), await listCommodities(stores));
    return {
      baseVersion: await stores.changeLog.contentVersion(),
      bids: bids.map(({ asOf: _asOf, ...bid }) => bid),
    };
  });
const put = (
  database: Database,
  bidList: { bids: Record<string, unknown>[]; baseVersion: BaseVersion },
  now: string = NOON,
) => database.write((db) => saveBidList(createStores(db), DANA, bidList, new Date(now)));

onBothDatabases('keeps the time of a basis set after the trade', async ({ database }) => {
  await save(database, [aRow()]);
  await apply(database, aQuote({ at: AT_10 }));
  const { bids, baseVersion } = await open(database);
  await put(database, { bids: bids.map((bid) => ({ ...bid, basis: '-30' })), baseVersion });
  assert.deepEqual(await read(database), [[3464, 16, NOON]]);
  // The market closed before noon, but its last prices arrive later.
  await apply(database, aQuote({ at: AT_11, futuresEighths: 3470 }));
  assert.deepEqual(await read(database), [[3470, 16, NOON]]);
});

onBothDatabases('keeps quotes that were applied during an edit, without a conflict', async ({ database }) => {
  await save(database, [aRow(), aRow({ location: 'Elm Grove' }), aRow({ location: 'Oak Hill' })]);
  await apply(database, aQuote({ at: AT_10 }));
  const { bids, baseVersion } = await open(database);
  await apply(database, aQuote({ at: AT_11, futuresEighths: 3468, changeEighths: 20 }));
  await apply(database, aQuote({ at: AT_11, futuresEighths: 3470, changeEighths: 22 }));
  const changes = [{}, { basis: '-31' }, { futures: "440'0" }];
  await put(database, { bids: bids.map((bid, index) => ({ ...bid, ...changes[index] })), baseVersion });
  assert.deepEqual(await read(database), [
    [3470, 22, AT_11],
    [3470, 22, NOON],
    [3520, 16, NOON],
  ]);
});

onBothDatabases('keeps quotes when a client sends back earlier values', async ({ database }) => {
  await save(database, [
    aRow({ changeEighths: null }),
    aRow({ location: 'Elm Grove', futuresEighths: null }),
  ]);
  const { bids, baseVersion } = await open(database);
  await apply(database, aQuote());
  const { changed, content } = await put(database, { bids, baseVersion });
  assert.equal(changed, false);
  const futureses = content.bids.map(({ futures }) => futures);
  assert.deepEqual(futureses, ["433'0", "433'0"]);
  assert.deepEqual(await read(database), [
    [3464, 16, AT_10],
    [3464, 16, AT_10],
  ]);
});

onBothDatabases('stores bids without a base version as they were sent', async ({ database }) => {
  await save(database, [aRow()]);
  const { bids } = await open(database);
  await apply(database, aQuote());
  await database.write((db) => saveBidList(createStores(db), DANA, { bids }, new Date(NOON)));
  assert.deepEqual(await read(database), [[3462, 14, NOON]]);
});

onBothDatabases('applies an older quote to a bid without futures', async ({ database }) => {
  await save(database, [aRow({ futuresEighths: null, changeEighths: null, asOf: NOON })]);
  await apply(database, aQuote({ at: AT_10 }));
  assert.deepEqual(await read(database), [[3464, 16, NOON]]);
});

onBothDatabases('applies a quote after a basis edit and an equal quote', async ({ database }) => {
  await save(database, [aRow(), aRow({ delivery: 'March', futuresMonth: 'Mar 2027' })]);
  const march = aQuote({ symbol: 'ZCH27' });
  await apply(database, aQuote(), march);
  await apply(database, aQuote({ at: AT_11, futuresEighths: 3470 }), march);
  const { bids, baseVersion } = await open(database);
  await put(database, { bids: bids.map((bid) => ({ ...bid, basis: '-30' })), baseVersion });
  await apply(database, { ...march, at: AT_11, futuresEighths: 3480 });
  assert.deepEqual(await read(database), [
    [3470, 16, NOON],
    [3480, 16, NOON],
  ]);
});

onBothDatabases('merges newer quotes only into bids of the same futures month', async ({ database }) => {
  await save(database, [aRow(), aRow({ delivery: 'March', futuresMonth: 'Mar 2027' })]);
  const march = aQuote({ symbol: 'ZCH27', futuresEighths: 3600 });
  await apply(database, aQuote(), march);
  const { bids, baseVersion } = await open(database);
  await apply(database, aQuote({ at: AT_11, futuresEighths: 3470 }));
  const [december, next] = bids;
  // One bid moves to another month with its old price; the other gets the previous price of the first.
  const edited = [
    { ...december, futuresMonth: 'May 2027' },
    { ...next, futures: "433'0" },
  ];
  await put(database, { bids: edited, baseVersion });
  assert.deepEqual(await read(database), [
    [3464, 16, NOON],
    [3464, 16, NOON],
  ]);
});

test('symbolsOf returns each futures symbol of the bids once', () => {
  const row = { commodity: 'Corn', futuresMonth: 'Dec 2026', cashPrice: '' };
  const rows = [
    row,
    { ...row, commodity: 'Milo' },
    { ...row, futuresMonth: 'Jan 2027', commodity: 'Soybeans' },
    { ...row, futuresMonth: 'Mar 2027', cashPrice: '4.01' },
    { ...row, futuresMonth: '' },
    { ...row, commodity: 'Rye' },
  ];
  assert.deepEqual(symbolsOf(rows, FIRST_COMMODITIES), ['ZCZ26', 'ZSF27']);
});

test('undoQuotes returns the time of the previous quote, except for a basis that was edited later', () => {
  const after = aQuote({ at: AT_10 });
  const before = aQuote({ at: AT_9, futuresEighths: 3462, changeEighths: 14 });
  const { futuresEighths, changeEighths } = after;
  const rows = [AT_10, NOON].map((asOf) => aRow({ futuresEighths, changeEighths, asOf }));
  undoQuotes(rows, {
    before: { quotes: [before] },
    after: { quotes: [after] },
    commodities: FIRST_COMMODITIES,
  });
  assert.deepEqual(
    rows.map((row) => [row.futuresEighths, row.changeEighths, row.asOf]),
    [
      [3462, 14, AT_9],
      [3462, 14, NOON],
    ],
  );
});
