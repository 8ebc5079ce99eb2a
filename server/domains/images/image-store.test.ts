import assert from 'node:assert/strict';
import type { Database } from '#server/platform/database/database.ts';
import { aStoredImage } from '#tests/support/a-stored-image.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createImageStore, type StoredImage } from './image-store.ts';

const list = (database: Database) => database.read((db) => createImageStore(db).list());
const find = (database: Database, id: string) => database.read((db) => createImageStore(db).find(id));
const save = (database: Database, row: StoredImage) => database.write((db) => createImageStore(db).save(row));

const anImage = (id: string, change: Partial<StoredImage> = {}) =>
  aStoredImage(id, { name: `The ${id} 🌾`, ...change });

onBothDatabases('lists images in the order in which they were added', async ({ database }) => {
  assert.deepEqual(await list(database), []);
  assert.equal(await find(database, 'c'), undefined);
  for (const id of ['c', 'a', 'b']) await save(database, anImage(id));
  assert.deepEqual(
    await list(database),
    ['c', 'a', 'b'].map((id) => anImage(id)),
  );
});

onBothDatabases('keeps the position of an image that is saved again', async ({ database }) => {
  for (const id of ['c', 'a', 'b']) await save(database, anImage(id));
  const renamed = anImage('a', { name: '', type: 1 });
  await save(database, renamed);
  assert.deepEqual(await list(database), [anImage('c'), renamed, anImage('b')]);
});

onBothDatabases('finds a deleted image but does not list it', async ({ database }) => {
  await save(database, anImage('a'));
  const deleted = anImage('a', { deletedAt: '2026-11-20T12:00:00.000Z' });
  await save(database, deleted);
  assert.deepEqual(await list(database), []);
  assert.deepEqual(await find(database, 'a'), deleted);
});

onBothDatabases('rejects a second image with the same file', async ({ database }) => {
  await save(database, anImage('a'));
  await assert.rejects(save(database, anImage('b', { fileName: 'a.jpg' })));
  assert.equal((await list(database)).length, 1);
});
