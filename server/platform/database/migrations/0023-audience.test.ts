import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrateTo, migrateToLatest } from '#server/platform/database/migrate.ts';
import { openScratchDatabase } from '#server/platform/database/sqlite.ts';

test('keeps the links of documents, except of those that only hidden pages use', async () => {
  const db = openScratchDatabase();
  await migrateTo(db, '0022-price-changes~0021');
  const ids = ['unused', 'shown', 'hidden', 'both', 'linked', 'menu'];
  for (const id of ids)
    await sql`insert into document (id, name, title, position, revision, size, hash, changed_at)
      values (${id}, 'a.pdf', 'A', 1, 'r', 1, 'h', '2026-11-20T12:00:00.000Z')`.execute(db);
  const pages = [
    { hidden: 0, blocks: '[{"kind":"documents","documentIds":["shown","both"]}]' },
    { hidden: 1, blocks: '[{"kind":"documents","documentIds":["hidden","both","menu"]}]' },
    { hidden: 1, blocks: '[{"kind":"text","html":"<a href=\\"/documents/linked/a.pdf\\">A</a>"}]' },
  ];
  for (const [id, { hidden, blocks }] of pages.entries())
    await sql`insert into own_page (id, position, address, title, description, in_menu, hidden, blocks)
      values (${String(id)}, ${id}, ${String(id)}, 'A', '', 0, ${hidden}, ${blocks})`.execute(db);
  await sql`insert into site_setting values ('navigation', '[{"to":"/documents/menu/a.pdf"}]')`.execute(db);
  await migrateToLatest(db);
  const { rows } = await sql<{ id: string; audience: string }>`select id, audience from document`.execute(db);
  assert.deepEqual(
    rows.filter(({ audience }) => audience === 'pages').map(({ id }) => id),
    ['hidden', 'linked'],
  );
  assert.ok(rows.every(({ audience }) => ['link', 'pages'].includes(audience)));
  await db.destroy();
});
