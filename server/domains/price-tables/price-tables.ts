import { isDeepStrictEqual } from 'node:util';
import type { PriceTableResponse, PriceTableSave, PriceTableType } from '#contract/price-tables.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { assertUnchangedSince } from '#server/platform/change-log/assert-unchanged.ts';
import type { Stores } from '#tests/support/stores.ts';
import { presentPriceTable, presentTableContent } from './present-price-table.ts';
import type { PriceTableContent } from './price-table-store.ts';
import { parsePriceTable } from './parse-price-table.ts';

export const priceTableSubject = (type: PriceTableType) => `price-table:${type}`;

type PriceTableStores = Pick<Stores, 'priceTables' | 'changeLog'>;

/** Replaces a table. Throws like `parsePriceTable`, and ConflictError if it has changed since `baseVersion`. */
export async function savePriceTable(
  stores: PriceTableStores,
  author: Author,
  { baseVersion, ...save }: PriceTableSave & { baseVersion?: number | undefined },
): Promise<{ content: PriceTableResponse; version: number; changed: boolean }> {
  const type = save.TableType as PriceTableType;
  const table = parsePriceTable(save);
  const changed = await savePriceTableContent(stores, author, { type, table, baseVersion });
  const newest = await stores.changeLog.findNewest(priceTableSubject(type));
  return {
    content: presentPriceTable(type, { ...table, changedAt: newest?.at ?? null }),
    version: await stores.changeLog.version(),
    changed,
  };
}

/** Replaces a table in the caller's transaction. Logs the change and returns true, unless the table is unchanged. */
export async function savePriceTableContent(
  stores: PriceTableStores,
  author: Author,
  {
    type,
    table,
    baseVersion,
  }: { type: PriceTableType; table: PriceTableContent; baseVersion?: number | undefined },
): Promise<boolean> {
  const subject = priceTableSubject(type);
  const before = await stores.priceTables.find(type);
  if (isDeepStrictEqual(before, table)) return false;
  const current = presentTableContent(type, before);
  await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current });
  await stores.priceTables.save(type, table);
  await stores.changeLog.append({ author, subject, before, after: table });
  return true;
}
