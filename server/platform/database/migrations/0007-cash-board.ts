import { sql, type Kysely } from 'kysely';

/** Adds futures and commodity rules. Existing bids get flat prices, because their futures price was not stored. */
const STATEMENTS = [
  sql`create table cash_commodity (
    name text primary key,
    position integer not null,
    pounds_per_bushel integer,
    rounding text not null,
    decimals integer not null,
    futures_root text not null
  )`,
  // Add the default commodities, and one for every other name in the bids.
  sql`insert into cash_commodity
    select * from (
      select 'Corn' as name, 0 as position, 56 as pounds_per_bushel, 'half up' as rounding,
        2 as decimals, 'ZC' as futures_root
      union all select 'Soybeans', 1, 60, 'half up', 2, 'ZS'
      union all select 'Wheat', 2, 60, 'half up', 2, 'ZW'
      union all select 'Milo', 3, 56, 'half up', 2, 'ZC'
    ) as known
    where exists (select 1 from cash_bid)`,
  sql`insert into cash_commodity
    select commodity, 4 + min(position), null, 'half up', 2, '' from cash_bid
    where commodity not in (select name from cash_commodity)
    group by commodity`,
  // Prices with fractions of a cent need four decimals.
  sql`update cash_commodity set decimals = 4
    where name in (select commodity from cash_bid where cash_price % 100 <> 0)`,
  sql`create table cash_board_row (
    id text primary key,
    position integer not null,
    location text not null,
    commodity text not null,
    delivery text not null,
    delivery_start text not null,
    delivery_end text not null,
    futures_month text not null,
    futures_eighths integer,
    change_eighths integer,
    basis_hundredths integer,
    cash_price integer,
    active integer not null,
    notes text not null,
    as_of text not null
  )`,
  sql`insert into cash_board_row
    select id, position, location, commodity, delivery, '', '', futures_month, null, change_eighths,
      basis_cents * 100, cash_price, 1, '', as_of
    from cash_bid`,
  sql`drop table cash_bid`,
  sql`alter table cash_board_row rename to cash_bid`,
  sql`create table api_token (
    id text primary key,
    name text not null,
    token_hash text not null unique,
    created_at text not null,
    created_by text not null,
    used_at text
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
