import assert from 'node:assert/strict';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createSettingStore } from './setting-store.ts';

onBothDatabases('saves, finds and replaces a setting', async ({ database }) => {
  const find = () => database.read((db) => createSettingStore(db).find('first-content'));
  const save = (value: string) => database.write((db) => createSettingStore(db).save('first-content', value));

  assert.equal(await find(), undefined);
  await save('none');
  assert.equal(await find(), 'none');
  await save('demo');
  assert.equal(await find(), 'demo');
});
