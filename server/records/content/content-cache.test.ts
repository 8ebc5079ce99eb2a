import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { PriceTableType } from '#contract/price-tables.ts';
import { savePriceTableContent } from '#server/domains/price-tables/price-tables.ts';
import { DatabaseUnavailableError, type Database } from '#server/platform/database/database.ts';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import { CONTENT_PARTS, type Content } from '#server/domains/domains.ts';
import { saveEmployees } from '#server/domains/employees/employees.ts';
import { databaseFile } from '#server/platform/database/open-database.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { createStores, DANA, saveText, withStores } from '#tests/support/stores.ts';
import { tamper } from '#tests/support/change-log.ts';
import { freshTestDatabase, onBothDatabases } from '#tests/support/on-both-databases.ts';
import { openContentCache, type ContentCache } from './content-cache.ts';
import type { ContentPart } from './part-reader.ts';

const WELCOME = 0;

async function opened(database: Database) {
  const logged: Error[] = [];
  const sentences: string[] = [];
  const content = await openContentCache<Content>(database, CONTENT_PARTS, (error, sentence) => {
    logged.push(error);
    sentences.push(sentence);
  });
  return { content, logged, sentences, [Symbol.asyncDispose]: content.close };
}

const welcome = (content: ContentCache<Content>) => content.snapshot().siteTexts.get(WELCOME);

function breakable(database: Database) {
  let isUp = true;
  const readAside: Database['read'] = async (work) => {
    if (!isUp) throw new DatabaseUnavailableError('down');
    return database.readAside(work);
  };
  return { ...database, readAside, setUp: (next: boolean) => void (isUp = next) };
}

onBothDatabases('contains the stored content when opened, and a write after a refresh', async (given) => {
  const { database } = given;
  await seedContent(database, 'demo');
  await using site = await opened(database);
  const { content } = site;
  const first = content.snapshot();
  assert.equal(first.isDemo, true);
  assert.equal(first.cashBids.bids.length > 0, true);
  assert.equal(content.isAvailable(), true);

  const { version } = await saveText(database, 'Hello');
  await content.refresh();
  assert.equal(welcome(content), 'Hello');
  assert.equal(content.snapshot().version, version);
  assert.equal(version, first.version + 1);
});

onBothDatabases('keeps the snapshot when nothing has changed', async ({ database }) => {
  await using site = await opened(database);
  const before = site.content.snapshot();
  site.content.onChange(() => assert.fail('nothing changed'));
  await site.content.refresh();
  assert.equal(site.content.snapshot(), before);
  assert.equal(before.version, 0);
});

onBothDatabases('keeps the last content during an outage, and reports it once', async ({ database }) => {
  await saveText(database, 'before');
  const fragile = breakable(database);
  await using site = await opened(fragile);
  fragile.setUp(false);
  await saveText(database, 'after');
  await site.content.refresh();
  await site.content.refresh();
  assert.equal(site.content.isAvailable(), false);
  assert.equal(welcome(site.content), 'before');
  const messages = site.logged.map(({ message }) => message);
  assert.deepEqual(messages, ['down']);

  fragile.setUp(true);
  await site.content.refresh();
  assert.equal(site.content.isAvailable(), true);
  assert.equal(welcome(site.content), 'after');

  fragile.setUp(false);
  await site.content.refresh();
  assert.equal(site.logged.length, 2);
});

test('checks an unavailable database again without a notification, until it is closed', async (t) => {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const fragile = breakable(await testDatabase.open());
  const content = await openContentCache<Content>(
    { ...fragile, watch: () => async () => undefined },
    CONTENT_PARTS,
    () => undefined,
  );
  assert.equal(content.age(), undefined);
  fragile.setUp(false);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await content.refresh();
  assert.equal(content.age(), 0);
  fragile.setUp(true);
  t.mock.timers.tick(1000);
  await content.refresh();
  assert.equal(content.isAvailable(), true);

  fragile.setUp(false);
  await content.refresh();
  await content.close();
  fragile.setUp(true);
  t.mock.timers.tick(1000);
  assert.equal(content.isAvailable(), false);
});

test('refreshes for missing content at most every half second, and not while unavailable', async () => {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const database = await testDatabase.open();
  let reads = 0;
  const fragile = breakable({
    ...database,
    watch: () => async () => undefined,
    readAside: async (work) => ((reads += 1), database.readAside(work)),
  });
  await using site = await opened(fragile);
  const { content } = site;
  const missing = () => Promise.all(Array.from({ length: 50 }, () => content.refreshForMissing()));

  reads = 0;
  const began = performance.now();
  await missing();
  assert.equal(reads, 1);
  await saveText(database, 'elsewhere');
  await missing();
  assert.equal(reads, 2);
  assert.ok(performance.now() - began > 490);
  assert.equal(welcome(content), 'elsewhere');

  fragile.setUp(false);
  await content.refresh();
  await missing();
  assert.equal(content.isAvailable(), false);
  assert.equal(reads, 2);
});

onBothDatabases('notifies listeners, and reports an error that one throws', async ({ database }) => {
  await using site = await opened(database);
  const texts: (string | undefined)[] = [];
  site.content.onChange(() => {
    throw new Error('The page cache is broken.');
  });
  site.content.onChange(() => texts.push(welcome(site.content)));
  await saveText(database, 'one');
  await site.content.refresh();
  assert.deepEqual(texts, ['one']);
  assert.equal(site.content.isAvailable(), true);
  const shown = site.logged.map(({ message }) => message);
  assert.deepEqual(shown, ['The page cache is broken.']);
});

/** Opens a cache of two parts that count their reads: one of the subject `fax`, one of all `bid:` subjects. */
async function openedParts(database: Database) {
  const reads = { fax: 0, bids: 0 };
  const logged: string[] = [];
  let broken: string | undefined;
  const part = (name: 'fax' | 'bids', subjects: string[]): ContentPart<typeof reads> => ({
    subjects,
    async read() {
      reads[name] += 1;
      if (name === broken) throw new TypeError('no');
      return { [name]: reads[name] } as typeof reads;
    },
  });
  const content = await openContentCache<typeof reads>(
    database,
    [part('fax', ['fax']), part('bids', ['bid:'])],
    (_, sentence) => logged.push(sentence),
  );
  const change = (...subjects: string[]) =>
    content.write(async (db) => {
      for (const subject of subjects) {
        await createStores(db).changeLog.append({ author: DANA, subject, before: '', after: 'x' });
      }
    });
  const setBroken = (name: 'bids' | undefined) => void (broken = name);
  return { content, change, reads, logged, setBroken, [Symbol.asyncDispose]: content.close };
}

onBothDatabases('rereads only the parts that the changes since its version concern', async (given) => {
  await using site = await openedParts(given.database);
  const { content, change, reads } = site;
  await change('fax', 'fax');
  assert.deepEqual(reads, { fax: 2, bids: 1 });
  await change('bid:7');
  assert.deepEqual(reads, { fax: 2, bids: 2 });
  await change('bid:7', 'fax');
  assert.deepEqual(reads, { fax: 3, bids: 3 });
  const { epoch } = content.snapshot();
  assert.deepEqual(content.snapshot(), { fax: 3, bids: 3, version: 5, epoch, isDemo: false });
});

onBothDatabases('rereads all parts after a restore, and when a subject is unknown', async (given) => {
  await using site = await openedParts(given.database);
  const { change, reads } = site;
  for (const [index, subject] of ['site', 'unknown', 'fax:1', 'bid'].entries()) {
    await change(subject, 'fax');
    assert.deepEqual(reads, { fax: index + 2, bids: index + 2 });
  }
});

const K = 2;
const P = 3;

const saveTable = (database: Database, type: PriceTableType, price: string) =>
  database.write((db) =>
    savePriceTableContent(createStores(db), DANA, {
      type,
      table: { headers: ['Product', 'Price per ton'], rows: [['Urea', price]] },
    }),
  );
const priceIn = ({ content }: { content: ContentCache<Content> }, type: PriceTableType) =>
  content.snapshot().priceTables.get(type)?.rows[0]?.[1];
const breakTable = (database: Database, type: PriceTableType) =>
  database.write((db) =>
    db.updateTable('price_table').set({ rows: '[["Urea",' }).where('table_type', '=', type).execute(),
  );

onBothDatabases('rereads all parts when the log has another change of the same number', async (given) => {
  await using site = await openedParts(given.database);
  const { content, change, reads } = site;
  await change('fax');
  await change('bid:7');
  const before = content.snapshot();
  // As if a standby that lacked the second change replaced the database, and another one was saved there.
  await tamper(given.database, `update change_log set hash = 'ffffffff' where version = 2`);
  await content.refresh();
  assert.equal(content.snapshot().version, before.version);
  assert.notEqual(content.snapshot().epoch, before.epoch);
  assert.deepEqual(reads, { fax: 3, bids: 3 });
});

onBothDatabases('keeps the last value of an unreadable row, and logs it once', async ({ database }) => {
  await saveTable(database, K, '395');
  await saveTable(database, P, '720');
  await using site = await opened(database);
  await breakTable(database, P);
  for (const price of ['400', '405']) {
    await saveTable(database, K, price);
    await site.content.refresh();
    assert.deepEqual([priceIn(site, K), priceIn(site, P)], [price, '720']);
  }
  assert.deepEqual(site.sentences, [
    "Can't read row 3 of table price_table: rows isn't valid JSON. Run npm run admin -- check.",
  ]);
  assert.equal(site.content.isAvailable(), true);

  await saveTable(database, P, '725');
  await site.content.refresh();
  assert.equal(priceIn(site, P), '725');
  await breakTable(database, P);
  await saveTable(database, K, '410');
  await site.content.refresh();
  assert.equal(site.sentences.length, 2);
});

onBothDatabases('keeps the last value of a part that cannot be read, and reads the others', async (given) => {
  await using site = await openedParts(given.database);
  const { content, change, reads, logged, setBroken } = site;
  setBroken('bids');
  await assert.rejects(change('fax', 'bid:7'), { code: 'not-visible-yet' });
  assert.deepEqual(content.snapshot(), { fax: 3, bids: 1, version: 0, epoch: '', isDemo: false });
  // A change that is not public, as of a token, is not an error.
  await content.write(async () => undefined, { isPublic: false });
  assert.equal(logged.length, 1);
  assert.match(logged[0] ?? '', /^Can't read the content of bid:\. Visitors see what was read last\./);
  assert.equal(content.isAvailable(), true);

  setBroken(undefined);
  await content.write(async () => undefined);
  assert.deepEqual(content.snapshot(), {
    ...reads,
    version: 2,
    epoch: content.snapshot().epoch,
    isDemo: false,
  });
  await change('fax');
});

/** Overwrites pages of the file that hold rows of a table, or of its indexes. */
function damagePages(path: string, name: string, which: (pages: number[]) => number[]): void {
  using sqlite = new DatabaseSync(path);
  const found = sqlite.prepare(`select pageno from dbstat where name = ? and pagetype = 'leaf'`).all(name);
  const { page_size: size } = sqlite.prepare('pragma page_size').get() as { page_size: number };
  sqlite.close();
  const bytes = readFileSync(path);
  for (const page of which(found.map(({ pageno }) => Number(pageno))))
    bytes.fill(0xa5, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

const EMPLOYEES = Array.from({ length: 200 }, (_, n) => ({
  name: `Employee ${n}`,
  title: 'Grain'.repeat(10),
  phoneNumber: '660 555-0142',
  email: `employee-${n}@example.com`,
}));

for (const [name, { which, left, logged }] of Object.entries({
  employee: {
    which: (pages: number[]) => pages.slice(2, 3),
    left: [150, 199],
    logged: /content of employees/,
  },
  sqlite_autoindex_employee_1: { which: (pages: number[]) => pages, left: [200, 200], logged: undefined },
  change_log: {
    which: (pages: number[]) => pages.slice(1, 3),
    left: [200, 200],
    logged: /content of price-table/,
  },
})) {
  test(`opens with everything that can be read when pages of ${name} are damaged`, async () => {
    await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
    const database = await testDatabase.open();
    await seedContent(database, 'demo');
    await withStores(database, (stores) => saveEmployees(stores, DANA, { employees: EMPLOYEES }));
    await saveText(database, 'Hello');
    const { version } = await database.read((db) => createStores(db).changeLog.contentVersion());
    await database.close();
    damagePages(databaseFile(testDatabase.options.dataDir), name, which);

    const damaged = openSqlite(databaseFile(testDatabase.options.dataDir));
    await using site = await opened(damaged);
    const { employees, cashBids } = site.content.snapshot();
    assert.equal(welcome(site.content), 'Hello');
    assert.ok(cashBids.bids.length > 0);
    const [least = 0, most = 0] = left;
    assert.ok(employees.length >= least && employees.length <= most, `${employees.length}`);
    if (logged) assert.match(site.sentences.join(), logged);
    assert.equal(site.content.snapshot().version, version);
    await saveText(damaged, 'Still here');
    await site.content.refresh();
    assert.equal(welcome(site.content), 'Still here');
    await site.content.close();
    await damaged.close();
  });
}

test('reads the database again when refresh is called at any time during another refresh', async () => {
  for (let moment = 0; moment <= 60; moment += 1) {
    let reads = 0;
    const content = await openContentCache(
      {
        // The first read returns the snapshot; every later one, that nothing has changed.
        read: () => assert.fail('the content has its own connection'),
        readAside: async () =>
          (reads++ === 0 ? { logged: [], read: [], more: { version: 0 } } : undefined) as never,
        write: () => assert.fail('nothing is written'),
        writeAside: () => assert.fail('nothing is written'),
        watch: () => async () => undefined,
        migrate: async () => undefined,
        close: async () => undefined,
      },
      [],
      assert.fail,
    );
    const first = content.refresh();
    for (let tick = 0; tick < moment; tick += 1) await Promise.resolve();
    const before = reads;
    await content.refresh();
    assert.ok(reads > before, `at moment ${moment}`);
    await first;
  }
});
