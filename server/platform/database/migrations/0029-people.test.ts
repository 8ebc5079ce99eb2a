import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrateTo, migrateToLatest } from '#server/platform/database/migrate.ts';
import { openScratchDatabase } from '#server/platform/database/sqlite.ts';
import { createStores } from '#tests/support/stores.ts';

test('makes existing administrators owners, and keeps their sessions and API tokens as they were', async () => {
  const db = openScratchDatabase();
  await migrateTo(db, '0028-harvest~0022');
  const at = '2026-01-05T15:00:00.000Z';
  await sql`insert into admin (id, username, username_key, password, created_at)
    values ('dana', 'Dana', 'dana', 'hash', ${at})`.execute(db);
  await sql`insert into session (token_hash, admin_id, created_at, seen_at) values ('s', 'dana', ${at}, ${at})`.execute(
    db,
  );
  await sql`insert into api_token (id, name, token_hash, created_at, created_by, expires_at, scope)
    values ('t', 'Office', 'token', ${at}, 'Dana', ${at}, 'bids')`.execute(db);
  await migrateToLatest(db);
  const { admins, sessions, apiTokens } = createStores(db);
  const owner = { role: 'owner', locations: null, disabledAt: null, endsAt: null };
  const rightsOf = ({ role, locations, disabledAt, endsAt }: typeof owner) => ({
    role,
    locations,
    disabledAt,
    endsAt,
  });
  assert.deepEqual(rightsOf((await admins.find('Dana')) as typeof owner), owner);
  const session = await sessions.find('s');
  assert.deepEqual(rightsOf(session as typeof owner), owner);
  assert.deepEqual([session?.createdAt, session?.isNew], [at, 0]);
  const found = await apiTokens.findByHash('token');
  assert.deepEqual(
    [found?.token.scope, found?.token.locations, found?.creator?.role],
    ['bids', null, 'owner'],
  );
  // A release that does not know the columns creates owners, too.
  await sql`insert into admin (id, username, username_key, password, created_at)
    values ('lee', 'Lee', 'lee', 'hash', ${at})`.execute(db);
  assert.equal((await admins.find('Lee'))?.role, 'owner');
});
