import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrateTo, migrateToLatest } from '#server/platform/database/migrate.ts';
import { openScratchDatabase } from '#server/platform/database/sqlite.ts';
import { createStores } from '#tests/support/stores.ts';

test('gives existing API tokens 90 days, and existing passwords no end', async () => {
  const db = openScratchDatabase();
  await migrateTo(db, '0007-cash-board');
  const at = '2026-01-05T15:00:00.000Z';
  await sql`insert into api_token values ('one', 'Office', 'hash', ${at}, 'Dana', null)`.execute(db);
  await sql`insert into admin values ('dana', 'Dana', 'dana', 'hash', ${at})`.execute(db);
  const before = Date.now();
  await migrateToLatest(db);
  const { apiTokens, admins } = createStores(db);
  const days =
    (Date.parse((await apiTokens.find('one'))?.token.expiresAt ?? '') - before) / (24 * 60 * 60_000);
  assert.ok(days >= 90 && days < 90.01, `${days} days`);
  assert.equal((await admins.findById('dana'))?.passwordExpiresAt, null);
});
