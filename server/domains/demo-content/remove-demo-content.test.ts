import assert from 'node:assert/strict';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import type { Database } from '#server/platform/database/database.ts';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import { saveEmployees } from '#server/domains/employees/employees.ts';
import { imageRules } from '#server/domains/images/image-kind.ts';
import { addPioneerItems, updatePioneerItems } from '#server/domains/pioneer/pioneer-items.ts';
import { emptyPriceTable } from '#server/domains/price-tables/price-table-store.ts';
import { savePriceTableContent } from '#server/domains/price-tables/price-tables.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import { createStores, DANA, withStores } from '#tests/support/stores.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';
import { removeDemoContent } from './remove-demo-content.ts';

const builtIn = () => '';
const NOW = new Date('2026-11-20T12:00:00.000Z');
const DEMO = { origin: 'demo' } as const;

const remove = (database: Database) => withStores(database, (stores) => removeDemoContent(stores, DANA, NOW));

const read = (database: Database) =>
  database.read(async (db) => {
    const stores = createStores(db);
    return {
      texts: Object.fromEntries([...(await stores.siteText.list())].filter(([, text]) => text !== '')),
      bids: await stores.cashBids.list(),
      crew: await stores.employees.list(),
      tables: await Promise.all(PRICE_TABLES.map(({ type }) => stores.priceTables.find(type))),
      items: await stores.pioneer.list(),
      descriptions: [...(await stores.pioneer.listDescriptions())],
      images: await stores.images.list(),
      isDemo: await stores.changeLog.hasDemoContent(),
    };
  });

const NOTHING = {
  texts: {},
  bids: [],
  crew: [],
  tables: PRICE_TABLES.map(({ type }) => emptyPriceTable(type)),
  items: [],
  descriptions: [],
  images: [],
  isDemo: false,
};

async function addDemoContent(database: Database): Promise<void> {
  await seedContent(database, 'demo', NOW);
  await withStores(database, (stores) => imageRules.save(stores, DEMO, aNewImage('demo-field')));
}

onBothDatabases('removes all demo content and logs each removal', async ({ database }) => {
  await addDemoContent(database);
  const before = (await readChangeLog(database)).length;
  const { removed, version } = await remove(database);

  assert.deepEqual(await read(database), NOTHING);
  const changes = (await readChangeLog(database)).slice(before);
  assert.equal(new Set(changes.map(({ subject }) => subject)).size, removed);
  assert.equal(changes.at(-1)?.version, version);
  assert.ok(removed > SITE_TEXTS.length);
  for (const { origin, author, before: was, after } of changes) {
    assert.deepEqual([origin, author], ['admin', 'Dana']);
    assert.notEqual(was, after);
  }
  const image = await database.read((db) => createStores(db).images.find('demo-field'));
  assert.equal(image?.deletedAt, NOW.toISOString());
});

onBothDatabases('keeps content that an administrator has changed or added', async ({ database }) => {
  await addDemoContent(database);
  const table = { headers: ['Product', 'Price per ton'], rows: [['Urea', '500']] };
  await withStores(database, async (stores) => {
    await saveSiteText(stores, DANA, { configType: 'WelcomeMessage', message: 'Ours' });
    await saveEmployees(stores, DANA, {
      employees: [{ name: 'Lee', title: 'Agronomist', phoneNumber: '-', email: '-' }],
    });
    await savePriceTableContent(stores, DANA, { type: 2, table });
    const [first] = await stores.pioneer.list();
    assert.ok(first);
    const items = [{ id: first.id, pioneerCategory: first.category, description: '<p>Ours</p>' }];
    await updatePioneerItems(stores, DANA, { items, builtIn });
    const item = { pioneerCategory: 1, description: '<p>New</p>', categoryDescription: 'Our soybeans' };
    await addPioneerItems(stores, DANA, { items: [item], builtIn });
    await imageRules.save(stores, DANA, aNewImage('our-field'));
    await imageRules.save(stores, DANA, { ...aNewImage('demo-field'), name: 'Ours' });
  });
  await remove(database);

  const { crew, items, images, ...rest } = await read(database);
  assert.deepEqual(rest, {
    texts: { 0: 'Ours' },
    bids: [],
    tables: PRICE_TABLES.map(({ type }) => (type === 2 ? table : emptyPriceTable(type))),
    descriptions: [[1, 'Our soybeans']],
    isDemo: false,
  });
  const names = crew.map(({ name }) => name);
  assert.deepEqual(names, ['Lee']);
  const shown = items.map(({ description }) => description);
  assert.deepEqual(shown, ['<p>Ours</p>', '<p>New</p>']);
  const ids = images.map(({ id }) => id);
  assert.deepEqual(ids, ['demo-field', 'our-field']);
});

onBothDatabases('does not count demo values that are already empty as demo content', async ({ database }) => {
  await withStores(database, async (stores) => {
    await saveSiteText(stores, DANA, { configType: 'WelcomeMessage', message: 'Ours' });
    await saveSiteText(stores, DEMO, { configType: 'WelcomeMessage', message: '' });
  });
  const { removed } = await remove(database);
  assert.equal(removed, 0);
  assert.deepEqual(await read(database), NOTHING);
});

onBothDatabases('removes demo content with the command', async ({ database, environment }) => {
  await addDemoContent(database);
  const first = await runCommand(environment, ['remove-demo-content']);
  assert.equal(first.code, 0, first.errorOutput);
  assert.match(first.output, /^Removed \d+ pieces of demo content\.\n$/);
  assert.deepEqual(await read(database), NOTHING);
  assert.equal((await readChangeLog(database)).at(-1)?.author, 'a command on the server');
  const second = await runCommand(environment, ['remove-demo-content']);
  assert.equal(second.output, 'No demo content found.\n');
});
