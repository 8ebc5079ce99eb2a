import assert from 'node:assert/strict';
import type { Database } from '#server/database/database.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createSiteTextStore } from './site-text-store.ts';

const find = (database: Database, id: number) => database.read((db) => createSiteTextStore(db).find(id));
const list = (database: Database) => database.read((db) => createSiteTextStore(db).list());
const save = (database: Database, id: number, content: string) =>
  database.write((db) => createSiteTextStore(db).save(id, content));

onBothDatabases('A text that was never saved is not found', async ({ database }) => {
  assert.equal(await find(database, 0), undefined);
  assert.deepEqual(await list(database), new Map());
});

onBothDatabases('Texts are listed in the order of their numbers', async ({ database }) => {
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

onBothDatabases('A text saved again is replaced, others stay', async ({ database }) => {
  await save(database, 3, 'old');
  await save(database, 4, 'other');
  await save(database, 3, '');
  assert.equal(await find(database, 3), '');
  assert.equal(await find(database, 4), 'other');
});

onBothDatabases('A text comes back letter for letter', async ({ database }) => {
  const awkward = ` ' " \\ ; -- $1 ? :name \r\n\t\u0001 é e\u0301 ｆｕｌｌ 🌾👩‍🌾 \u202eabc\u202c ${'x'.repeat(200_000)} `;
  await save(database, 1, awkward);
  assert.equal(await find(database, 1), awkward);
});
