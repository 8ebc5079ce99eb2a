import assert from 'node:assert/strict';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { SITE_TEXTS, type SiteTextType } from '#contract/site-text.ts';
import { cleanRichText } from '#server/platform/rich-text/clean-rich-text.ts';
import siteTexts from '#content/demo/site-texts.json' with { type: 'json' };
import { readChangeLog } from '#tests/support/change-log.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import type { Database } from '#server/platform/database/database.ts';
import { seedContent } from './seed-content.ts';
import { createStores, saveText } from '#tests/support/stores.ts';

const read = (database: Database) =>
  database.read(async (db) => {
    const stores = createStores(db);
    return {
      texts: await stores.siteText.list(),
      bids: await stores.cashBids.list(),
      crew: await stores.employees.list(),
      items: await stores.pioneer.list(),
      version: await stores.changeLog.version(),
      isDemo: await stores.changeLog.hasDemoContent(),
    };
  });

onBothDatabases('seeds a new database with the demo content', async ({ database }) => {
  const now = new Date('2026-11-20T15:00:00.000Z');
  await seedContent(database, 'demo', now);

  const { texts, bids, crew, items, isDemo } = await read(database);
  const given: Partial<Record<SiteTextType, string>> = siteTexts;
  for (const { id, type } of SITE_TEXTS) assert.equal(texts.get(id) ?? '', given[type] ?? '');
  assert.equal(isDemo, true);
  assert.equal(crew.length, 8);
  assert.deepEqual(new Set(items.map(({ category }) => category)), new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  const tables = await database.read(async (db) => {
    const { priceTables } = createStores(db);
    return Promise.all(PRICE_TABLES.map(({ type }) => priceTables.find(type)));
  });
  for (const { headers, rows } of tables) {
    assert.ok(rows.length > 2);
    assert.ok(rows.every((cells) => cells.length === headers.length));
  }
  assert.ok(tables.some(({ rows }) => rows.flat().includes('')));
  assert.ok(bids.length > 0);
  assert.equal(new Set(bids.map(({ id }) => id)).size, bids.length);
  assert.deepEqual(new Set(bids.map((bid) => bid.asOf)), new Set([now.toISOString()]));
  assert.deepEqual(new Set((await readChangeLog(database)).map(({ origin }) => origin)), new Set(['demo']));
});

onBothDatabases('seeds rich text in the form in which the server stores it', async ({ database }) => {
  await seedContent(database, 'demo');
  const { texts } = await read(database);
  for (const { id, maxLength } of SITE_TEXTS) {
    const text = texts.get(id);
    if (maxLength === undefined && text !== undefined) assert.equal(text, cleanRichText(text));
  }
});

onBothDatabases('keeps a database empty that was created without demo content', async ({ database }) => {
  await seedContent(database, 'none');
  await seedContent(database, 'demo');
  assert.deepEqual(await read(database), {
    texts: new Map(),
    bids: [],
    crew: [],
    items: [],
    version: 0,
    isDemo: false,
  });
});

onBothDatabases('seeds the demo content only once', async ({ database }) => {
  await seedContent(database, 'demo');
  await saveText(database, '');
  const before = await read(database);
  await seedContent(database, 'demo');
  await seedContent(database, 'none');
  assert.deepEqual(await read(database), before);
});

onBothDatabases('seeds a new database once when two servers start concurrently', async (given) => {
  const handles = await Promise.all([given.open(), given.open()]);
  await Promise.all(handles.map((handle) => seedContent(handle, 'demo')));
  const subjects = (await readChangeLog(given.database)).map(({ subject, item }) => `${subject} ${item}`);
  assert.equal(new Set(subjects).size, subjects.length);
  assert.equal((await read(given.database)).crew.length, 8);
});
