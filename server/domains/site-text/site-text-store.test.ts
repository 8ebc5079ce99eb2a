import assert from 'node:assert/strict';
import type { Database } from '#server/platform/database/database.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createSiteTextStore } from './site-text-store.ts';

const find = (database: Database, id: number) => database.read((db) => createSiteTextStore(db).find(id));
const list = (database: Database) => database.read((db) => createSiteTextStore(db).list());
const save = (database: Database, id: number, content: string) =>
  database.write((db) => createSiteTextStore(db).save(id, content));

onBothDatabases('finds and lists nothing before the first save', async ({ database }) => {
  assert.equal(await find(database, 0), undefined);
  assert.deepEqual(await list(database), new Map());
});

onBothDatabases('lists texts in the order of their ids', async ({ database }) => {
  await save(database, 16, 'sixteen');
  await save(database, 0, 'zero');
  await save(database, 9, 'nine');
  assert.deepEqual(
    [...(await list(database))],
    [
      [0, 'zero'],
      [9, 'nine'],
      [16, 'sixteen'],
    ],
  );
});

onBothDatabases('replaces a saved text and keeps the others', async ({ database }) => {
  await save(database, 3, 'old');
  await save(database, 4, 'other');
  await save(database, 3, '');
  assert.equal(await find(database, 3), '');
  assert.equal(await find(database, 4), 'other');
});

onBothDatabases('returns every character of a text as saved', async ({ database }) => {
  const awkward = ` ' " \\ ; -- $1 ? :name \r\n\t\u0001 é e\u0301 ｆｕｌｌ 🌾👩‍🌾 \u202eabc\u202c ${'x'.repeat(200_000)} `;
  await save(database, 1, awkward);
  assert.equal(await find(database, 1), awkward);
});
