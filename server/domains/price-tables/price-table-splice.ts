import { isDeepStrictEqual } from 'node:util';
import type { PriceTableContent } from './price-table-store.ts';

/** Rows that a change replaced, from row `at` on, and the headers if it changed them. */
type Splice = { at: number; rows: string[][]; headers?: string[] };

/** Change of a table in the change log. Entries of releases before splices hold both tables. */
export type LoggedTable =
  | { before: Splice; after: Splice }
  | { before: PriceTableContent; after: PriceTableContent };

/** Returns the change from one table to another, without the equal rows at its start and end. */
export function spliceBetween(before: PriceTableContent, after: PriceTableContent): LoggedTable {
  const [old, next] = [before.rows, after.rows];
  const shorter = Math.min(old.length, next.length);
  let at = 0;
  while (at < shorter && isDeepStrictEqual(old[at], next[at])) at += 1;
  let end = 0;
  while (end < shorter - at && isDeepStrictEqual(old.at(-1 - end), next.at(-1 - end))) end += 1;
  const hasHeaders = !isDeepStrictEqual(before.headers, after.headers);
  const part = ({ headers, rows }: PriceTableContent): Splice => ({
    at,
    rows: rows.slice(at, rows.length - end),
    ...(hasHeaders && { headers }),
  });
  return { before: part(before), after: part(after) };
}

/** Returns the table before a change. */
export function undoSplice(table: PriceTableContent, { before, after }: LoggedTable): PriceTableContent {
  if (!('at' in before)) return before;
  return {
    headers: before.headers ?? table.headers,
    rows: table.rows.toSpliced(before.at, after.rows.length, ...before.rows),
  };
}
