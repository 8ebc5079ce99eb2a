import assert from 'node:assert/strict';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createPresenceService } from './presence.ts';

const aPerson = (id: string, username: string): CurrentAdmin => ({
  id,
  username,
  role: 'owner',
  locations: null,
});
const [DANA, ANA] = [aPerson('1', 'Dana'), aPerson('2', 'Ana')];
const tabOf = (tab: string, ...sections: string[]) => ({ tab, sections });

onBothDatabases('tells others where someone has unsaved text, for a minute', async ({ database }) => {
  // Another server shares the database.
  const [here, there] = [createPresenceService(database), createPresenceService(database)];
  const seenByDana = async () =>
    (await there.report(DANA, tabOf('d'))).map(({ username, section }) => `${username} ${section}`);

  await here.report(ANA, tabOf('a1', 'fuel', 'cash-bids'));
  assert.deepEqual(await here.report(ANA, tabOf('a2', 'fuel')), [], 'not those of her own other tab');
  assert.deepEqual(await seenByDana(), ['Ana fuel', 'Ana cash-bids']);
  await here.report(ANA, tabOf('a1'));
  assert.deepEqual(await seenByDana(), ['Ana fuel']);

  // The lid was closed.
  const past = new Date(Date.now() - 61_000).toISOString();
  await database.write((db) => db.updateTable('presence').set({ seen_at: past }).execute());
  assert.deepEqual(await seenByDana(), []);
  await there.report(DANA, tabOf('d', 'fuel'));
  const rows = await database.read((db) => db.selectFrom('presence').select('tab').execute());
  assert.deepEqual(rows, [{ tab: 'd' }], 'expired rows are deleted');
});

onBothDatabases('remembers at most 40 tabs of a person', async ({ database }) => {
  const presence = createPresenceService(database);
  for (let tab = 0; tab < 45; tab += 1) await presence.report(ANA, tabOf(`t${tab}`, 'fuel'));
  const rows = await database.read((db) => db.selectFrom('presence').select('tab').execute());
  assert.equal(rows.length, 40);
  assert.deepEqual(await presence.report(DANA, tabOf('d')), [{ username: 'Ana', section: 'fuel' }]);
});
