import { sql, type Kysely } from 'kysely';

/**
 * Images of today stay in the public lists. Documents of today keep their links, which people have printed, except for
 * those that only hidden pages use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table image add column audience text not null default 'everyone'`.execute(db);
  await sql`alter table document add column audience text not null default 'link'`.execute(db);
  const documents = await sql<{ id: string }>`select id from document`.execute(db);
  const texts = await sql<{ hidden: number; text: string }>`select hidden, blocks as text from own_page
    union all select 0 as hidden, value as text from site_setting`.execute(db);
  for (const { id } of documents.rows) {
    const uses = texts.rows.filter(({ text }) => text.includes(id));
    if (uses.length === 0 || uses.some(({ hidden }) => hidden === 0)) continue;
    await sql`update document set audience = 'pages' where id = ${id}`.execute(db);
  }
}
