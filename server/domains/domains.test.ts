import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { openContentCache } from '#server/records/content/content-cache.ts';
import { createRowReader } from '#server/records/content/part-reader.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createStores, DANA } from '#tests/support/stores.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';
import { CONTENT_PARTS, type Content } from './domains.ts';
import { imageOrderSubject, imageRules } from './images/image-kind.ts';
import { saveSiteText } from './site-text/site-texts.ts';

/** The order of these differs between the databases and JavaScript. */
const IDS = ['a', 'B', 'c', 'D', '_e', '0f'];

type Step = { what: keyof typeof STEPS; ids: string[] };

/** Steps that are impossible, such as renaming a deleted image, change nothing. */
const STEPS = {
  async save(db: DatabaseHandle, [id = '', ...others]: string[]) {
    const found = await createStores(db).images.find(id);
    const stores = createStores(db);
    if (!found) await imageRules.save(stores, DANA, aNewImage(id, { type: others.length % 2 }));
    else if (!found.deletedAt)
      await imageRules.change(stores, DANA, { id, change: { name: others.join(' ') } });
  },
  async remove(db: DatabaseHandle, [id = '']: string[]) {
    const found = await createStores(db).images.find(id);
    if (found && !found.deletedAt) await imageRules.remove(createStores(db), DANA, id, new Date());
  },
  async undelete(db: DatabaseHandle, [id = '']: string[]) {
    const found = await createStores(db).images.find(id);
    if (found?.deletedAt)
      await imageRules.undelete(createStores(db), DANA, { id, now: new Date(), deletedImageDays: 30 });
  },
  async purge(db: DatabaseHandle, [id = '']: string[]) {
    const { images, changeLog } = createStores(db);
    await images.remove(id);
    const subject = imageRules.subjectOf(id);
    await changeLog.append({ author: { origin: 'clock' }, subject, before: {}, after: null });
  },
  order: (db: DatabaseHandle, imageIds: string[]) =>
    imageRules.order(createStores(db), DANA, { subject: imageOrderSubject(0), ids: imageIds }),
  async text(db: DatabaseHandle, ids: string[]) {
    const text = SITE_TEXTS[IDS.indexOf(ids[0] ?? '') * 5];
    const message = ids.length > 4 ? '' : `<b>${ids.join('</b> ')}`;
    if (text) await saveSiteText(createStores(db), DANA, { configType: text.type, message });
  },
};

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    what: fc.constantFrom('save', ...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
    ids: fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1 }),
  }),
  { minLength: 1, maxLength: 4 },
);

async function readAll(database: Database): Promise<object> {
  const parts = await database.read(async (db) => {
    const read: object[] = [];
    for (const part of CONTENT_PARTS) read.push(await part.read(db, createRowReader().reader));
    return read;
  });
  return Object.assign({}, ...parts) as object;
}

onBothDatabases('rereads the same content after any changes as all parts have', async ({ database }) => {
  const content = await openContentCache<Content>(database, CONTENT_PARTS, (error) => assert.fail(error));
  await using _closed = { [Symbol.asyncDispose]: content.close };
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 8 }), async (saves) => {
      for (const save of saves) {
        await content.write(async (db) => {
          for (const { what, ids } of save) await STEPS[what](db, ids);
        });
        const { version: _version, epoch: _epoch, isDemo: _isDemo, ...shown } = content.snapshot();
        assert.deepEqual(shown, await readAll(database));
      }
    }),
    { numRuns: EFFORT.propertyRuns / 10 },
  );
});
