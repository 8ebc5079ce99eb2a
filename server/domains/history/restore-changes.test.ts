import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { saveEmployees } from '#server/domains/employees/employees.ts';
import { cashBidsAt, employeesAt } from '#tests/support/content-at.ts';
import { saveCashBids } from '#server/domains/cash-bids/cash-bids.ts';
import { imageOrderSubject, imageRules } from '#server/domains/images/image-kind.ts';
import {
  addPioneerItems,
  deletePioneerItem,
  updatePioneerItems,
} from '#server/domains/pioneer/pioneer-items.ts';
import { priceTableAt, savePriceTableContent } from '#server/domains/price-tables/price-tables.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import { differencesFromLog } from '#tests/support/logged-content.ts';
import type { Author } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createStores, type Stores, DANA } from '#tests/support/stores.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';
import type { ParsedEntry } from '#server/records/history.ts';
import { createHistoryStore } from '#server/records/history-store.ts';
import { contentStores, HISTORIES } from '../domains.ts';
import { followLocations } from '../follow-locations.ts';
import { createItemHistories } from './item-histories.ts';
import { parseEntry, whyNot } from './present-entry.ts';
import { readContext } from './read-context.ts';

const NOW = new Date();
const histories = createItemHistories(HISTORIES, contentStores);
const builtIn = () => '';
const id = fc.constantFrom('a', 'b', 'c', 'd');
const text = fc.constantFrom('x', 'y & <z>', 'é 🌾');
const html = text.map((words) => `<p>${words.replaceAll(/[&<>]/g, '')}</p>`);
const listOf = <Row extends { id: string }>(row: fc.Arbitrary<Row>) =>
  fc.uniqueArray(row, { selector: (each) => each.id, maxLength: 4 });

type Step = (stores: Stores, db: DatabaseHandle) => Promise<unknown>;
const noNull = { noNullPrototype: true };

const steps: fc.Arbitrary<Step>[] = [
  text.map((message): Step => async (stores) => {
    await saveSiteText(stores, DANA, { configType: 'ContactUsFax', message });
  }),
  listOf(fc.record({ id, name: text, title: text, phoneNumber: text, email: fc.constant('-') }, noNull)).map(
    (employees): Step =>
      async (stores) => {
        await saveEmployees(stores, DANA, { employees });
      },
  ),
  listOf(fc.record({ id, cashPrice: fc.constantFrom(40_000, 40_100, 39_900), notes: text }, noNull)).map(
    (rows): Step =>
      async (stores) => {
        const bids = rows.map((row) => aBid({ ...row, location: row.id, asOf: NOW.toISOString() }));
        await saveCashBids(stores, DANA, bids);
      },
  ),
  fc.array(fc.tuple(text, text), { maxLength: 4 }).map((rows): Step => async (stores) => {
    await savePriceTableContent(stores, DANA, { type: 3, table: { headers: ['Product', 'Price'], rows } });
  }),
  fc.record({ pioneerCategory: fc.nat(1), description: html }, noNull).map((item): Step => async (stores) => {
    await addPioneerItems(stores, DANA, { items: [item], builtIn });
  }),
  fc
    .record({ at: fc.nat(5), pioneerCategory: fc.nat(1), description: html }, noNull)
    .map(({ at, ...item }): Step => async (stores) => {
      const found = (await stores.pioneer.list()).at(at);
      if (found) await updatePioneerItems(stores, DANA, { items: [{ id: found.id, ...item }], builtIn });
    }),
  fc.nat(5).map((at): Step => async (stores) => {
    const found = (await stores.pioneer.list()).at(at);
    if (found) await deletePioneerItem(stores, DANA, { id: found.id, builtIn });
  }),
  fc.record({ id, name: text }, noNull).map(({ id: image, name }): Step => async (stores) => {
    const found = await stores.images.find(image);
    if (!found?.deletedAt) await imageRules.save(stores, DANA, aNewImage(image, { name }));
  }),
  id.map((image): Step => async (stores) => {
    const found = await stores.images.find(image);
    if (found && !found.deletedAt) await imageRules.remove(stores, DANA, image, NOW);
  }),
  fc.shuffledSubarray(['a', 'b', 'c', 'd']).map((imageIds): Step => async (stores) => {
    await imageRules.order(stores, DANA, { subject: imageOrderSubject(0), ids: imageIds });
  }),
];

const restoreStep = fc.nat().map((at): Step => async (_, db) => {
  const entries = await readEntries(db);
  const entry = entries[at % Math.max(entries.length, 1)];
  if (entry) await restore(db, [entry]);
});

const readEntries = async (db: DatabaseHandle, above = 0): Promise<ParsedEntry[]> =>
  (await createHistoryStore(db).list({}, { above, limit: 50 })).entries.map(parseEntry);

/** Returns false if one of the entries cannot be restored. */
async function restore(db: DatabaseHandle, entries: readonly ParsedEntry[]): Promise<boolean> {
  const setting = { site: demoSite(), deletedImageDays: 30 };
  const context = await readContext(db, entries, { ...setting, histories, now: () => NOW });
  if (entries.some((entry) => whyNot(entry, context) !== undefined)) return false;
  const author: Author = { origin: 'restore:1-00000000', name: 'Dana' };
  const settings = { file: demoSite(), checkPaths: () => [] };
  const undoing = { db, entries, baseVersion: undefined, settings, followLocations, builtIn };
  await histories.restore(author, undoing, { ...setting, now: NOW });
  return true;
}

async function readContent({ siteText, employees, cashBids, priceTables, pioneer, images }: Stores) {
  return {
    fax: (await siteText.find(5)) ?? '',
    employees: await employees.list(),
    bids: (await cashBids.list()).map((bid) => ({ ...bid, asOf: '' })),
    table: await priceTables.find(3),
    items: await pioneer.list(),
    images: (await images.list()).map(({ id: image, name }) => ({ id: image, name })),
  };
}

onBothDatabases('keeps every value, and undoes each save exactly', async ({ database }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(...steps, restoreStep), { minLength: 1, maxLength: 8 }),
      async (sequence) => {
        const started = await database.read((db) => createStores(db).changeLog.version());
        const copies: { version: number; content: Awaited<ReturnType<typeof readContent>> }[] = [];
        for (const step of sequence) {
          await database.write(async (db) => {
            const stores = createStores(db);
            const before = await readContent(stores);
            const version = await stores.changeLog.version();
            await step(stores, db);
            const after = await readContent(stores);
            const made = await readEntries(db, version);
            const undone = await stores.changeLog.version();
            if (made.length === 0) assert.deepEqual(after, before, 'Every change is logged.');
            else if (await restore(db, made)) {
              assert.deepEqual(await readContent(stores), before);
              await restore(db, await readEntries(db, undone));
              assert.deepEqual(await readContent(stores), after);
            }
            copies.push({ version: await stores.changeLog.version(), content: after });
          });
        }
        await database.write(async (db) => {
          const stores = createStores(db);
          for (const { version, content } of copies) {
            assert.deepEqual(await employeesAt(stores, version), content.employees);
            assert.deepEqual(await priceTableAt(stores, 3, version), content.table);
            const { bids } = await cashBidsAt(stores, version);
            const shown = bids.map((bid) => ({ ...bid, asOf: '' }));
            assert.deepEqual(shown, content.bids);
          }
          const entries = await readEntries(db, started);
          const texts = new Set(
            entries.filter(({ subject }) => subject === 'contact-us-fax').map(({ before }) => before),
          );
          const { fax } = await readContent(stores);
          for (const { content } of copies)
            assert.ok(content.fax === fax || texts.has(content.fax) || entries.length === 50);
          // Restore each value, in any order.
          for (const entry of entries) {
            if (await restore(db, [entry])) await assertRestored(stores, entry);
          }
          assert.deepEqual(await differencesFromLog(db), []);
        });
      },
    ),
    { numRuns: EFFORT.propertyRuns / 20 },
  );
});

/** Asserts that the item of an entry has its value from before it. */
async function assertRestored(stores: Stores, { version, subject, item, before, after }: ParsedEntry) {
  const content = await readContent(stores);
  const [, key] = subject.split(':');
  const rows: Record<string, { id: string }[]> = {
    employees: content.employees,
    'pioneer-item': content.items,
    image: content.images,
  };
  const ofSubject = rows[subject.split(':')[0] ?? ''];
  const row = ofSubject?.find((each) => each.id === (item ?? key));
  if (subject === 'contact-us-fax') assert.equal(content.fax, before);
  else if (subject.startsWith('price-table:')) {
    assert.deepEqual(content.table, await priceTableAt(stores, 3, version - 1));
  } else if (ofSubject && (item !== null || key !== undefined)) {
    if (before === null) assert.equal(row, undefined);
    else {
      assert.ok(row, 'A deleted item has the same id again.');
      for (const [field, value] of Object.entries(row)) {
        const [old, next] = [before, after ?? {}] as Record<string, unknown>[];
        if (old && next && field in old && old[field] !== next[field]) assert.equal(value, old[field]);
      }
    }
  }
}
