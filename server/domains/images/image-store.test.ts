import assert from 'node:assert/strict';
import type { Database } from '#server/platform/database/database.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createImageStore, type ImageRow } from './image-store.ts';

const list = (database: Database) => database.read((db) => createImageStore(db).list());
const find = (database: Database, id: string) => database.read((db) => createImageStore(db).find(id));
const save = (database: Database, row: ImageRow) => database.write((db) => createImageStore(db).save(row));

const anImage = (id: string, change: Partial<ImageRow> = {}): ImageRow => ({
  id,
  file_name: `${id}.jpg`,
  name: `The ${id} 🌾`,
  type: 0,
  width: 1600,
  height: 1200,
  deleted_at: null,
  alt_text: '',
  focus_x: 50,
  focus_y: 50,
  revision: '',
  cut: '',
  colours: '',
  ...change,
});

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
  const deleted = anImage('a', { deleted_at: '2026-11-20T12:00:00.000Z' });
  await save(database, deleted);
  assert.deepEqual(await list(database), []);
  assert.deepEqual(await find(database, 'a'), deleted);
});

onBothDatabases('rejects a second image with the same file', async ({ database }) => {
  await save(database, anImage('a'));
  await assert.rejects(save(database, anImage('b', { file_name: 'a.jpg' })));
  assert.equal((await list(database)).length, 1);
});
