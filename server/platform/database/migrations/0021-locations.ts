import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  sql`create table location (
    id text primary key,
    position integer not null,
    name text not null,
    address text not null,
    phone_number text not null,
    fax text not null,
    emergency_number text not null,
    normal_mon_fri text not null,
    normal_sat_sun text not null,
    harvest_mon_fri text not null,
    harvest_sat_sun text not null,
    exceptions text not null,
    services text not null,
    map_url text not null,
    image_id text not null
  )`,
  sql`alter table cash_bid add column location_id text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
