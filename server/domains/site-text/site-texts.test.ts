import assert from 'node:assert/strict';
import type { SiteTextType } from '#contract/site-text.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createStores } from '#tests/support/stores.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { saveSiteText } from './site-texts.ts';

const ADMIN = { origin: 'admin', name: 'Dana' } as const;

const save = (database: Database, type: SiteTextType, content: string) =>
  database.write((db) => saveSiteText(createStores(db), ADMIN, { configType: type, message: content }));

onBothDatabases('logs the author, the subject, and the text before and after', async ({ database }) => {
  const began = new Date().toISOString();
  assert.equal((await save(database, 'ContactUsFax', '660-555-0143')).version, 1);
  assert.equal((await save(database, 'ContactUsFax', 'None, "really"')).version, 2);

  const changes = await readChangeLog(database);
  const shared = { origin: 'admin', author: 'Dana', subject: 'contact-us-fax', item: null, isRecent: true };
  assert.deepEqual(
    changes.map(({ at, hash: _hash, ...change }) => ({ ...change, isRecent: began <= at })),
    [
      { ...shared, version: 1, before: '""', after: '"660-555-0143"' },
      { ...shared, version: 2, before: '"660-555-0143"', after: '"None, \\"really\\""' },
    ],
  );
  for (const { at } of changes) assert.equal(new Date(at).toISOString(), at);
});

onBothDatabases('logs nothing when the cleaned text is unchanged', async ({ database }) => {
  await save(database, 'WelcomeMessage', 'Welcome.');
  assert.equal((await save(database, 'WelcomeMessage', 'Welcome.')).changed, false);
  assert.equal((await save(database, 'AnnouncementMessage', '<p></p>')).changed, true);
  assert.equal((await save(database, 'AnnouncementMessage', '<p class="x"></p>')).changed, false);
  assert.equal((await readChangeLog(database)).length, 2);
});

onBothDatabases('throws for an unknown text', async ({ database }) => {
  await assert.rejects(save(database, 'constructor' as SiteTextType, 'x'), RangeError);
  assert.deepEqual(await readChangeLog(database), []);
});
