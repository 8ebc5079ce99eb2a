import { isDeepStrictEqual } from 'node:util';
import {
  PRICE_TABLES,
  type PriceTable,
  type PriceTableResponse,
  type PriceTableSave,
  type PriceTableType,
} from '#contract/price-tables.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { assertUnchangedSince } from '#server/platform/change-log/assert-unchanged.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { presentPriceTable, presentTableContent } from './present-price-table.ts';
import { priceTableStores, type PriceTableContent, type PriceTableStores } from './price-table-store.ts';
import { parsePriceTable } from './parse-price-table.ts';

export const priceTableSubject = (type: PriceTableType) => `price-table:${type}`;

type PriceTablesContent = { priceTables: ReadonlyMap<PriceTableType, PriceTable> };

/** Reads the price tables' part of the content. */
export async function readPriceTables(db: DatabaseHandle): Promise<PriceTablesContent> {
  const stores = priceTableStores(db);
  const tables = new Map<PriceTableType, PriceTable>();
  for (const { type } of PRICE_TABLES) {
    const changedAt = (await stores.changeLog.findNewest(priceTableSubject(type)))?.at ?? null;
    tables.set(type, { ...(await stores.priceTables.find(type)), changedAt });
  }
  return { priceTables: tables };
}

export type PriceTableService = ReturnType<typeof createPriceTableService>;

export function createPriceTableService(content: ContentCache<PriceTablesContent>) {
  const find = (type: PriceTableType): PriceTable =>
    content.snapshot().priceTables.get(type) ?? { headers: [], rows: [], changedAt: null };
  return {
    find,
    present: (type: PriceTableType): PriceTableResponse => presentPriceTable(type, find(type)),
    save: (author: Author, table: PriceTableSave & { baseVersion?: number | undefined }) =>
      content.write((db) => savePriceTable(priceTableStores(db), author, table)),
  };
}

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
