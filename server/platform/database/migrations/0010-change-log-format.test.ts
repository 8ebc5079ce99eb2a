import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrateTo, migrateToLatest } from '#server/platform/database/migrate.ts';
import { openScratchDatabase } from '#server/platform/database/sqlite.ts';

test('gives each existing entry a hash, and keeps them as they are', async () => {
  const db = openScratchDatabase();
  await migrateTo(db, '0009-sign-in-networks');
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2500)
    insert into change_log
    select 1000 + n * 2, '2026-01-05T15:00:00.000Z', 'admin', iif(n % 2, 'Dana "é"', null), 'fax', '""', '"' || n || '"'
    from numbers`.execute(db);
  await migrateToLatest(db);
  const entries = await db.selectFrom('change_log').selectAll().orderBy('version').execute();
  assert.equal(entries.length, 2500);
  const shown = entries.filter(({ item, hash }) => item !== null || !/^[0-9a-f]{64}$/.test(hash));
  assert.deepEqual(shown, []);
  assert.equal(entries[2499]?.after, '"2500"');
  assert.equal(new Set(entries.map(({ hash }) => hash)).size, 2500);
  await db.destroy();
});
