import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrateTo, migrateToLatest } from '#server/platform/database/migrate.ts';
import { openScratchDatabase } from '#server/platform/database/sqlite.ts';

test('links bids to the locations that they name, and to the main one by its town', async () => {
  const db = openScratchDatabase();
  await migrateTo(db, '0027-season~0022');
  await sql`insert into site_text values (3, '1400 Slater Road, Hickory Bend MO 64600')`.execute(db);
  await sql`insert into location values ('n', 1, 'North  Elevator', '', '', '', '', '', '', '', '', '', '', '', '', '')`.execute(
    db,
  );
  const names = ['Hickory bend', 'north elevator ', 'Slater', 'Cedar Fork'];
  for (const name of names)
    await sql`insert into cash_bid (id, position, location, commodity, delivery, delivery_start, delivery_end,
        futures_month, active, notes, as_of)
      values (${name}, 1, ${name}, 'Corn', 'Spot', '', '', '', 1, '', '')`.execute(db);
  await migrateToLatest(db);
  const bids = await sql<{ id: string; link: string | null }>`
    select id, location_id as link from cash_bid order by id`.execute(db);
  assert.deepEqual(
    new Map(bids.rows.map(({ id, link }) => [id, link])),
    new Map(
      Object.entries({ 'Cedar Fork': null, 'Hickory bend': '@main', Slater: null, 'north elevator ': 'n' }),
    ),
  );
  await db.destroy();
});
