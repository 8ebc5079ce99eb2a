import { sql, type Kysely } from 'kysely';

/** Documents already have the size and SHA-256 of their file; those of images are recorded when they are first read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table stored_file (
    key text primary key,
    size integer not null,
    sha256 text not null,
    checked_at text not null
  )`.execute(db);
  const { rows } = await sql<{ name: string; revision: string; size: number; hash: string }>`
    select name, revision, size, hash from document`.execute(db);
  for (const { name, revision, size, hash } of rows) {
    const key = `documents/${revision}${name.slice(name.lastIndexOf('.'))}`;
    await sql`insert into stored_file values (${key}, ${size}, ${hash}, '')
      on conflict do nothing`.execute(db);
  }
}
