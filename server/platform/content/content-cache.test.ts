import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SiteTextType } from '#contract/site-text.ts';
import { DatabaseUnavailableError, type Database } from '#server/platform/database/database.ts';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import { readContent, type Content } from '#server/domains/services.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import { createStores } from '#tests/support/stores.ts';
import { NO_POSTGRES, runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freshTestDatabase, onBothDatabases } from '#tests/support/on-both-databases.ts';
import { startSiteTextWriter } from '#tests/support/site-text-writer.ts';
import { openContentCache, type ContentCache } from './content-cache.ts';

const WELCOME = 0;

const save = (database: Database, content: string, type: SiteTextType = 'WelcomeMessage') =>
  database.write((db) =>
    saveSiteText(createStores(db), { origin: 'admin', name: 'Dana' }, { configType: type, message: content }),
  );

async function opened(database: Database) {
  const logged: Error[] = [];
  const content = await openContentCache(database, readContent, (error) => logged.push(error));
  return { content, logged, [Symbol.asyncDispose]: content.close };
}

const welcome = (content: ContentCache<Content>) => content.snapshot().siteTexts.get(WELCOME);

function breakable(database: Database) {
  let isUp = true;
  const read: Database['read'] = async (work) => {
    if (!isUp) throw new DatabaseUnavailableError('down');
    return database.read(work);
  };
  return { ...database, read, setUp: (next: boolean) => void (isUp = next) };
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

  const { version } = await save(database, 'Hello');
  await content.refresh();
  assert.equal(welcome(content), 'Hello');
  assert.equal(content.snapshot().version, version);
  assert.equal(version, first.version + 1);
});

onBothDatabases(
  'keeps the snapshot and notifies no listeners when nothing has changed',
  async ({ database }) => {
    await using site = await opened(database);
    const before = site.content.snapshot();
    site.content.onChange(() => assert.fail('nothing changed'));
    await site.content.refresh();
    assert.equal(site.content.snapshot(), before);
    assert.equal(before.version, 0);
  },
);

onBothDatabases('cleans rich text that was written to the database directly', async ({ database }) => {
  await save(database, '<p>Hay<script>alert(1)</script></p>', 'AnnouncementMessage');
  await save(database, '<b>plain</b>');
  await using site = await opened(database);
  assert.equal(site.content.snapshot().siteTexts.get(16), '<p>Hay</p>');
  assert.equal(welcome(site.content), '<b>plain</b>');
});

onBothDatabases('picks up a change by another process', async (given) => {
  await using site = await opened(given.database);
  await using writer = startSiteTextWriter(given, { name: 'other', count: 1 });
  await eventually(() => assert.equal(welcome(site.content), 'other 1'));
  assert.equal(site.content.snapshot().version, 1);
  await writer.ended;
});

onBothDatabases(
  'contains the write of each of fifty concurrent writers after its refresh',
  async ({ database, open }) => {
    const handles = [database, await open()];
    await using site = await opened(database);
    await Promise.all(
      Array.from({ length: 50 }, async (_, number) => {
        const { version } = await save(handles[number % 2] ?? database, `text ${number}`);
        await site.content.refresh();
        assert.ok(site.content.snapshot().version >= version);
      }),
    );
    assert.equal(site.content.snapshot().version, 50);
  },
);

onBothDatabases(
  'keeps the last content while the database is unavailable, and reports each outage once',
  async ({ database }) => {
    await save(database, 'before');
    const fragile = breakable(database);
    await using site = await opened(fragile);
    fragile.setUp(false);
    await save(database, 'after');
    await site.content.refresh();
    await site.content.refresh();
    assert.equal(site.content.isAvailable(), false);
    assert.equal(welcome(site.content), 'before');
    assert.deepEqual(
      site.logged.map(({ message }) => message),
      ['down'],
    );

    fragile.setUp(true);
    await site.content.refresh();
    assert.equal(site.content.isAvailable(), true);
    assert.equal(welcome(site.content), 'after');

    fragile.setUp(false);
    await site.content.refresh();
    assert.equal(site.logged.length, 2);
  },
);

onBothDatabases(
  'notifies listeners of new content, and reports an error that a listener throws',
  async (given) => {
    const { database } = given;
    await using site = await opened(database);
    const texts: (string | undefined)[] = [];
    site.content.onChange(() => {
      throw new Error('The page cache is broken.');
    });
    site.content.onChange(() => texts.push(welcome(site.content)));
    await save(database, 'one');
    await site.content.refresh();
    assert.deepEqual(texts, ['one']);
    assert.equal(site.content.isAvailable(), true);
    assert.deepEqual(
      site.logged.map(({ message }) => message),
      ['The page cache is broken.'],
    );
  },
);

onBothDatabases('ignores changes after close', async ({ database, open }) => {
  const { content } = await opened(database);
  await content.close();
  const other = await open();
  await using watching = await opened(other);
  await save(other, 'late');
  await eventually(() => assert.equal(welcome(watching.content), 'late'));
  assert.equal(content.snapshot().version, 0);
});

test('reads the database again when refresh is called at any time during another refresh', async () => {
  for (let moment = 0; moment <= 60; moment += 1) {
    let reads = 0;
    const content = await openContentCache(
      {
        // The first read returns the snapshot; every later one, that nothing has changed.
        read: async () => (reads++ === 0 ? { version: 0 } : undefined) as never,
        write: () => assert.fail('nothing is written'),
        watch: () => async () => undefined,
        migrate: async () => undefined,
        close: async () => undefined,
      },
      async () => ({}),
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

test(
  'picks up a change whose notification was lost with the listening connection',
  { skip: NO_POSTGRES },
  async () => {
    await using testDatabase = await freshTestDatabase('PostgreSQL', { migrated: true });
    const { databaseUrl = '' } = testDatabase.options;
    await using site = await opened(await testDatabase.open());
    const listener =
      "select pid from pg_stat_activity where query like 'listen %' and datname = current_database()";
    const pid = await eventually(async () => {
      const [row] = (await runSql(databaseUrl, listener)).rows;
      assert.ok(row);
      return String(row['pid']);
    });
    await runSql(databaseUrl, `select pg_terminate_backend(${pid})`);
    const { version } = await save(await testDatabase.open(), 'second');
    await eventually(() => assert.equal(welcome(site.content), 'second'));
    assert.equal(site.content.snapshot().version, version);
    assert.equal(site.content.isAvailable(), true);
  },
);

test('detects without a request that the SQLite file was removed', async () => {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const database = await testDatabase.open();
  await save(database, 'still here');
  await using site = await opened(database);
  rmSync(join(testDatabase.options.dataDir, 'scalehouse.sqlite'));
  await eventually(() => assert.equal(site.content.isAvailable(), false));
  assert.equal(welcome(site.content), 'still here');
  assert.match(site.logged[0]?.message ?? '', /removed or replaced/);
});
