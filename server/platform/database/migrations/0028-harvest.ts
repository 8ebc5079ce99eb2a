import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`create table harvest_entry (
    id text primary key,
    position integer not null,
    location_id text not null,
    location text not null,
    commodity text not null,
    status text not null,
    moisture text not null,
    limits text not null,
    closes text not null,
    note text not null,
    as_of text not null,
    until text not null,
    wait text not null,
    wait_as_of text not null,
    wait_until text not null
  )`,
  sql`alter table api_token add column scope text not null default 'bids'`,
];

const keyOf = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** Links bids to the location that they name. The main one has the towns of its address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
  const locations = await sql<{ id: string; name: string }>`select id, name from location`.execute(db);
  const texts = await sql<{ content: string }>`select content from site_text where config_id = 3`.execute(db);
  const bids = await sql<{ location: string }>`
    select distinct location from cash_bid where location_id is null`.execute(db);
  const towns = (texts.rows[0]?.content ?? '').split(/[,\n]/).map((part) => keyOf(part.replace(STATE, '')));
  const ids = new Map([
    ...towns.filter(Boolean).map((town) => [town, '@main'] as const),
    ...locations.rows.map(({ id, name }) => [keyOf(name), id] as const),
  ]);
  for (const { location } of bids.rows) {
    const id = ids.get(keyOf(location));
    if (id !== undefined)
      await sql`update cash_bid set location_id = ${id}
        where location = ${location} and location_id is null`.execute(db);
  }
}

/** State and ZIP code after a town without a comma. */
const STATE = /\s+[A-Z]{2}\.?(\s+\d{5}(-\d{4})?)?\s*$/;
