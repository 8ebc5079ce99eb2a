import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRST_COMMODITIES, type CashBid } from '#contract/cash-bids.ts';
import { PRICE_TABLES, type PriceTable, type PriceTableType } from '#contract/price-tables.ts';
import { loadBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { saveBackup } from '#server/backup/save-backup.ts';
import { applyQuotes } from '#server/domains/cash-bids/apply-quotes.ts';
import type { StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';
import { hasSamePrice, listCommodities, replaceCommodities } from '#server/domains/cash-bids/cash-bids.ts';
import { presentBidList, presentCashBids } from '#server/domains/cash-bids/present-cash-bids.ts';
import { saveBidList } from '#server/domains/cash-bids/save-bid-list.ts';
import { savePriceTableContent } from '#server/domains/price-tables/price-tables.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Database } from '#server/platform/database/database.ts';
import { calendarDay } from '#shared/date-time.ts';
import { formatBid } from '#shared/format-bids.ts';
import { readChangeLog, tamper } from '#tests/support/change-log.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createStores, DANA, type Stores } from '#tests/support/stores.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { UNUSED_IMAGE_SERVICES } from '#tests/support/unused-image-services.ts';
import { addDays } from '#shared/date-time.ts';
import { createPastPriceService } from './past-price-service.ts';
import { recordingPrices } from './price-changes.ts';

const MINUTE_MS = 60_000;
const PROGRAM = { origin: 'token', name: 'Office system' } as const;
/** Includes the night on which clocks are set back in Chicago. */
const START = Date.parse('2026-10-20T13:00:00Z');
const TIME_ZONE = 'America/Chicago';
const NO_FILES = { ...UNUSED_IMAGE_SERVICES.files, list: async function* () {} } as never;

type Random = (limit: number) => number;

/** Returns pseudorandom whole numbers below a limit (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

const BIDS = ['Corn', 'Soybeans', 'Milo'].flatMap((commodity) =>
  ['Hickory Bend', 'Marshall'].flatMap((location) =>
    ['Spot', 'March'].map((delivery) => ({ location, commodity, delivery })),
  ),
);

/** Returns the rows of the bid list as an office manager might post them. */
const somePosted = (random: Random) =>
  BIDS.filter(() => random(5) > 0).map((bid) => ({
    ...bid,
    futuresMonth: bid.delivery === 'Spot' ? 'Dec 2026' : 'Mar 2027',
    active: random(8) > 0,
    notes: random(6) === 0 ? `Note ${random(9)}` : '',
    ...(random(4) === 0
      ? { cashPrice: `4.${10 + random(80)}` }
      : { futures: random(3) === 0 ? '' : `${430 + random(9)}'${random(8)}`, basis: `-${20 + random(30)}` }),
  }));

type Change = (stores: Stores, random: Random) => Promise<unknown>;

const saveList: Change = (stores, random) =>
  saveBidList(stores, random(2) ? DANA : PROGRAM, { bids: somePosted(random) }, new Date());

async function saveCell(stores: Stores, random: Random) {
  const { bids } = presentBidList(await stores.cashBids.list(), await listCommodities(stores));
  const at = random(bids.length);
  const edited = bids.map((bid, index) => {
    if (index !== at) return bid;
    return bid.cashPrice === ''
      ? { ...bid, basis: `-${10 + random(60)}` }
      : { ...bid, cashPrice: `4.${10 + random(80)}` };
  });
  await saveBidList(stores, DANA, { bids: random(4) ? edited : edited.toReversed() }, new Date());
}

const saveQuotes: Change = (stores, random) =>
  applyQuotes(
    stores,
    ['ZCZ26', 'ZCH27', 'ZSZ26', 'ZSH27']
      .filter(() => random(3) > 0)
      .map((symbol) => ({
        symbol,
        futuresEighths: 3440 + random(9),
        changeEighths: random(3) - 1,
        at: new Date(Date.now() - 10 * MINUTE_MS).toISOString(),
      })),
  );

const saveRules: Change = (stores, random) =>
  replaceCommodities(
    stores,
    DANA,
    FIRST_COMMODITIES.map((each) => ({
      ...each,
      rounding: (['half up', 'always down', 'always up'] as const)[random(3)]!,
      decimals: random(3) ? 2 : 4,
      futuresRoot: random(3) ? each.futuresRoot : 'ZS',
    })),
  );

const saveTable: Change = (stores, random) =>
  savePriceTableContent(stores, DANA, {
    type: random(5) as PriceTableType,
    table: {
      headers: ['Product', 'Price per ton'],
      rows: Array.from({ length: random(4) }, (_, row) => [`Product ${row}`, String(300 + random(200))]),
    },
  });

const CHANGES = [saveList, saveCell, saveQuotes, saveQuotes, saveQuotes, saveRules, saveTable];

/** What visitors saw from a time on, and who had set the price of each bid. */
type State = {
  time: number;
  stored: StoredBid[];
  shown: CashBid[];
  tables: Pick<PriceTable, 'headers' | 'rows'>[];
  setBy: Map<string, { by: string; at: string }>;
};

const readState = (database: Database, time: number, setBy: State['setBy']): Promise<State> =>
  database.read(async (db) => {
    const stores = createStores(db);
    const stored = await stores.cashBids.list();
    const shown = presentCashBids(stored, await listCommodities(stores)).bids;
    const tables: State['tables'] = [];
    for (const { type } of PRICE_TABLES) tables.push(await stores.priceTables.find(type));
    return { time, stored, shown, tables, setBy };
  });

/** Returns the sources of the prices after the newest change of the log. */
async function sourcesAfter(database: Database, before: State | undefined, after: readonly StoredBid[]) {
  const newest = (await readChangeLog(database)).at(-1);
  const old = new Map(before?.stored.map((bid) => [bid.id, bid]));
  const setBy = new Map(before?.setBy);
  if (newest?.author) {
    for (const bid of after) {
      const known = old.get(bid.id);
      if (!known || !hasSamePrice(known, bid)) setBy.set(bid.id, { by: newest.author, at: newest.at });
    }
  }
  return setBy;
}

onBothDatabases('finds the prices of each minute of a season as they were then', async ({ database, t }) => {
  const random = createRandom(1);
  t.mock.timers.enable({ apis: ['Date'], now: START });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  const prices = createPastPriceService({
    database,
    site: () => ({ ...demoSite(), timeZone: TIME_ZONE }),
    now: () => new Date(),
  });
  let states: State[] = [];
  let backup: { path: string; made: string } | undefined;
  let dated = 0;
  for (let step = 0; step < 80; step += 1) {
    const pause = random(4) === 0 ? random(MINUTE_MS) : random(8 * 60) * MINUTE_MS + random(MINUTE_MS);
    t.mock.timers.setTime(Date.now() + 1 + pause);
    const time = Date.now();
    if (step % 17 === 8) {
      backup = { path: join(folder.path, `${step}.backup`), made: new Date().toISOString() };
      await saveBackup(database, backup.path, { replace: false, files: NO_FILES });
    } else if (backup && step % 17 === 12) {
      await using loaded = await loadBackup(backup.path);
      const { made } = backup;
      const options = { replace: true, withAccounts: false, files: NO_FILES };
      await restoreBackup(database, { ...loaded, made }, options);
      states = states.filter((state) => state.time <= Date.parse(made));
    } else {
      const change = step === 0 ? saveList : CHANGES[random(CHANGES.length)]!;
      // Some are those of a server of an earlier release, which does not record prices.
      const { write } = random(3) > 0 ? recordingPrices(cacheOf(database)) : database;
      await write((db) => change(createStores(db), random));
    }
    // PostgreSQL has another clock.
    await tamper(
      database,
      `update change_log set at = '${new Date().toISOString()}' where version > ${dated}`,
    );
    dated = (await readChangeLog(database)).at(-1)?.version ?? dated;
    const state = await readState(database, time, new Map());
    state.setBy = await sourcesAfter(database, states.at(-1), state.stored);
    states.push(state);
    if (step % 40 === 39) await compareMinutes(prices, states);
  }
  await compareDays(prices, states);
});

/** Returns a content cache that only writes. */
const cacheOf = (database: Database) => ({ write: (work) => database.write(work) }) as ContentCache<object>;

type Prices = ReturnType<typeof createPastPriceService>;

const minuteOf = (time: number) => Math.floor(time / MINUTE_MS);

/** Compares the first and the last minute of each state. */
async function compareMinutes(prices: Prices, states: readonly State[]): Promise<void> {
  for (const [index, state] of states.entries()) {
    const end = minuteOf(states[index + 1]?.time ?? Date.now() + MINUTE_MS) - 1;
    for (const minute of new Set([minuteOf(state.time), end])) {
      if (minute < minuteOf(state.time) || minute > end) continue;
      const at = new Date(minute * MINUTE_MS).toISOString().replace(':00.000Z', 'Z');
      const [found] = await prices.find(at);
      assert.ok(found, at);
      const bids = found.bids.map(({ setBy: _setBy, futuresBy: _futuresBy, ...bid }) => bid);
      assert.deepEqual(bids, state.shown, at);
      const sources = found.bids.map(({ setBy }) => setBy && { by: setBy.by, at: setBy.at });
      const active = state.stored.filter((bid) => bid.active);
      assert.deepEqual(
        sources,
        active.map(({ id }) => state.setBy.get(id)),
        at,
      );
      const tables = found.tables.map(({ headers, rows }) => ({ headers, rows }));
      assert.deepEqual(tables, state.tables, at);
    }
  }
}

const dayOf = (time: number) => calendarDay(new Date(time), TIME_ZONE);

/** Compares the history of each posted bid with the states at the ends of the days. */
async function compareDays(prices: Prices, states: readonly State[]): Promise<void> {
  const today = dayOf(Date.now());
  for (const { id } of states.at(-1)?.stored ?? []) {
    const expected = [];
    let isKnown = false;
    for (let day = dayOf(START); day <= today; day = addDays(day, 1)) {
      const state = states.findLast(({ time }) => dayOf(time) <= day);
      const before = states.filter(({ time }) => dayOf(time) <= day);
      isKnown ||= before.some(({ stored }) => stored.some((bid) => bid.id === id));
      const index = state?.stored.filter(({ active }) => active).findIndex((bid) => bid.id === id) ?? -1;
      const shown = state?.shown[index];
      const price = shown ? formatBid(shown) : null;
      if (isKnown) expected.push({ day, price });
    }
    assert.deepEqual((await prices.history(id, 365)).points, expected, id);
  }
}
