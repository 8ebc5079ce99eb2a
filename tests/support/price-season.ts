import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import type { PastPrices } from '#contract/past-prices.ts';
import { API } from '#contract/paths.ts';
import type { PriceTableType } from '#contract/price-tables.ts';
import { loadBackup, restoreBackup } from '#server/delivery/backup/restore-backup.ts';
import { saveBackup } from '#server/delivery/backup/save-backup.ts';
import { applyQuotes } from '#server/domains/cash-bids/apply-quotes.ts';
import { listCommodities, replaceCommodities } from '#server/domains/cash-bids/cash-bids.ts';
import { saveBidList } from '#server/domains/cash-bids/save-bid-list.ts';
import { presentBidList } from '#server/domains/cash-bids/present-cash-bids.ts';
import { savePriceTableContent } from '#server/domains/price-tables/price-tables.ts';
import { dateChanges } from './change-log.ts';
import { demoSite, openTestSite, type TestSite } from './test-site.ts';
import { createStores, type Stores } from './stores.ts';
import { freshTestDatabase, type DatabaseKind } from './on-both-databases.ts';
import { UNUSED_IMAGE_SERVICES } from './unused-image-services.ts';

const MINUTE_MS = 60_000;
const DANA = { origin: 'admin', name: 'Dana' } as const;
const PROGRAM = { origin: 'token', name: 'Office system' } as const;
/** Includes the night on which clocks are set back in Chicago. */
const START = Date.parse('2026-10-20T13:00:00Z');

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

type Step = (stores: Stores, random: Random) => Promise<unknown>;

const STEPS: readonly Step[] = [
  // The whole list, from the editor or a file.
  (stores, random) =>
    saveBidList(stores, random(2) ? DANA : PROGRAM, { bids: somePosted(random) }, new Date()),
  // One cell.
  async (stores, random) => {
    const { bids } = presentBidList(await stores.cashBids.list(), await listCommodities(stores));
    if (bids.length === 0) return;
    const at = random(bids.length);
    const edited = bids.map((bid, index) => {
      if (index !== at) return bid;
      return bid.cashPrice === ''
        ? { ...bid, basis: `-${10 + random(60)}` }
        : { ...bid, cashPrice: `4.${10 + random(80)}` };
    });
    await saveBidList(stores, DANA, { bids: random(4) ? edited : edited.toReversed() }, new Date());
  },
  (stores, random) =>
    applyQuotes(
      stores,
      ['ZCZ26', 'ZCH27', 'ZSZ26', 'ZSH27']
        .filter(() => random(3) > 0)
        .map((symbol) => ({
          symbol,
          futuresEighths: 3440 + random(60),
          changeEighths: random(20) - 10,
          at: new Date(Date.now() - 10 * MINUTE_MS).toISOString(),
        })),
    ),
  (stores, random) =>
    replaceCommodities(
      stores,
      DANA,
      FIRST_COMMODITIES.map((each) => ({
        ...each,
        rounding: (['half up', 'always down', 'always up'] as const)[random(3)]!,
        decimals: random(3) ? 2 : 4,
      })),
    ),
  (stores, random) =>
    savePriceTableContent(stores, DANA, {
      type: random(5) as PriceTableType,
      table: {
        headers: ['Product', 'Price per ton'],
        rows: Array.from({ length: random(4) }, (_, row) => [`Product ${row}`, String(300 + random(200))]),
      },
    }),
];

/** What visitors saw, as HTML without links and without where prices come from. */
type Shown = { bids: string[]; tables: string[] };

const readShown = (bidsPage: string, sheet: string): Shown => ({
  bids: (bidsPage.match(/<section><header>.*?<\/section>/gs) ?? []).map((html) =>
    html.replaceAll(/<tr class="note">.*?<\/tr>|<a [^>]*>|<\/a>/gs, ''),
  ),
  tables: sheet.match(/<table class="prices">.*?<\/table>/gs) ?? [],
});

/** Simulates a season, then compares the prices of past minutes with what a visitor was served then. */
export async function checkSeason(
  t: TestContext,
  { kind, steps, seed }: { kind: DatabaseKind; steps: number; seed: number },
): Promise<void> {
  const random = createRandom(seed);
  t.mock.timers.enable({ apis: ['Date'], now: START });
  // Response caches notice a new day by this clock.
  t.mock.method(performance, 'now', () => Date.now());
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  await using testDatabase = await freshTestDatabase(kind, { migrated: true });
  await using site = await openTestSite({
    site: { ...demoSite(), pastPrices: { public: true } },
    seedContent: 'none',
    environment: testDatabase.environment,
    now: () => new Date(),
  });
  const page = async (url: string) => (await site.app.inject(url)).body;
  const served = new Map<number, Shown>();

  /** Keeps what a visitor sees at the end of the current minute. */
  async function visit() {
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    t.mock.timers.setTime(minute + MINUTE_MS - 1);
    served.set(minute, readShown(await page('/cash-bids.html'), await page('/price-sheet')));
  }

  let backup: { path: string; made: string } | undefined;
  // PostgreSQL has another clock, so backups and changes get the time of this one.
  let newest = 0;
  for (let step = 0; step < steps; step += 1) {
    const pause = random(4) === 0 ? random(MINUTE_MS) : random(20 * 60) * MINUTE_MS + random(MINUTE_MS);
    t.mock.timers.setTime(Date.now() + 1 + pause);
    if (step % 17 === 8) {
      backup = { path: join(folder.path, `${step}.backup`), made: new Date().toISOString() };
      await saveBackup(site.database, backup.path, { replace: false, files: NO_FILES });
    } else if (backup && step % 17 === 12) {
      await using loaded = await loadBackup(backup.path);
      const { made } = backup;
      const options = { replace: true, withAccounts: false, files: NO_FILES };
      await restoreBackup(site.database, { ...loaded, made }, options);
    } else if (random(4) > 0) {
      const change = step === 0 ? STEPS[0] : STEPS[random(STEPS.length)];
      await site.database.write((db) => change!(createStores(db), random));
    }
    newest = await dateChanges(site.database, { after: newest, at: new Date() });
    await site.content.refresh();
    await visit();
  }
  t.mock.timers.setTime(Date.now() + 10 * MINUTE_MS);
  await compare(site, served);
  // Again, from the stored days.
  await page(`/cash-bids.html?bid=${site.content.snapshot().bidIds[0]}`);
  const { count } = await site.database.read((db) =>
    db
      .selectFrom('price_day')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  assert.ok(count > 1, 'no day is stored');
  await compare(site, served);
}

async function compare(site: TestSite, served: ReadonlyMap<number, Shown>): Promise<void> {
  let lost = 0;
  for (const [minute, shown] of served) {
    const at = new Date(minute).toISOString().replace(':00.000Z', 'Z');
    const response = await site.app.inject(`${API.pastPrices}?at=${at}`);
    if (response.statusCode === 404 && shown.bids.length === 0) continue;
    assert.equal(response.statusCode, 200, `${at} ${response.body}`);
    const prices = response.json<PastPrices>();
    if (prices.lost) {
      lost += 1;
      continue;
    }
    const { body } = await site.app.inject(`/price-sheet?at=${at}`);
    assert.deepEqual(readShown(body, body), shown, at);
    for (const { setBy } of [...prices.bids, ...prices.tables.filter(({ rows }) => rows.length > 0)])
      assert.ok(setBy && prices.changes.some(({ id }) => id === setBy.id), `${at} names each change`);
  }
  assert.ok(lost < served.size / 2, `${lost} of ${served.size} minutes are lost`);
}

const NO_FILES = { ...UNUSED_IMAGE_SERVICES.files, list: async function* () {} } as never;
