import { sql } from 'kysely';

/**
 * Selects the distinct values of an indexed column, as `value`. Steps through the index from value to value, because
 * both databases would otherwise read all of it.
 */
export function distinctValues(table: string, column: string) {
  const [rows, each] = [sql.table(table), sql.ref(`${table}.${column}`)];
  return sql<{ value: string }>`
    with recursive known(value) as (
      select min(${each}) from ${rows}
      union all
      select (select min(${each}) from ${rows} where ${each} > known.value) from known where known.value is not null
    )
    select value from known where value is not null`;
}
