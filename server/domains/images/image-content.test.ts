import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { CONTENT_PARTS, type Content } from '#server/domains/domains.ts';
import { openContentCache } from '#server/records/content/content-cache.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { createStores, DANA } from '#tests/support/stores.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';
import { imageRules } from './image-kind.ts';

async function opened(database: Database) {
  const sentences: string[] = [];
  const content = await openContentCache<Content>(database, CONTENT_PARTS, (_, sentence) =>
    sentences.push(sentence),
  );
  const names = () => content.snapshot().images.inOrder.map(({ name }) => name);
  return { content, sentences, names, [Symbol.asyncDispose]: content.close };
}

const add = (db: DatabaseHandle, id: string) => imageRules.save(createStores(db), DANA, aNewImage(id));
const rename = (db: DatabaseHandle, id: string, name: string) =>
  imageRules.change(createStores(db), DANA, { id, change: { name } });

const setHeight = (db: DatabaseHandle, height: number | string) =>
  sql`update image set height = ${height} where id = 'a'`.execute(db);

// PostgreSQL stores only numbers in a column of numbers.
test('keeps the last value of an unreadable image, and logs it once', async () => {
  await using given = await freshTestDatabase('SQLite', { migrated: true });
  const database = await given.open();
  for (const id of ['a', 'b']) await database.write((db) => add(db, id));
  await using site = await opened(database);
  const saving = site.content.write(async (db) => {
    await rename(db, 'a', 'Auger');
    await setHeight(db, 'tall');
  });
  await assert.rejects(saving, { code: 'not-visible-yet' });
  const refused = site.content.write((db) => rename(db, 'b', 'Barn'));
  await assert.rejects(refused, { code: 'not-visible-yet' });
  assert.deepEqual(site.names(), ['a', 'Barn']);
  assert.equal(site.sentences.length, 1);

  await database.write((db) => setHeight(db, 1200));
  await site.content.write((db) => rename(db, 'b', 'Bin'));
  assert.deepEqual(site.names(), ['Auger', 'Bin']);
});
