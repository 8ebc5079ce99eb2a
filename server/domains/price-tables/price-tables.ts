import { isDeepStrictEqual } from 'node:util';
import {
  cellKey,
  headerKey,
  PRICE_TABLE_LIMITS,
  PRICE_TABLES,
  type PriceTable,
  type PriceTableResponse,
  type PriceTableSave,
  type PriceTableType,
  type SavedPriceTable,
} from '#contract/price-tables.ts';
import type { ConflictingValue } from '#contract/problem.ts';
import type { Author } from '#server/platform/change.ts';
import type { Based } from '#server/records/saved.ts';
import { findStepsSince, type Since } from '#server/records/change-log/assert-unchanged.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { RowReader } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { mergeTables, valuesIn, type TableConflict } from '#shared/merge-tables.ts';
import { priceTableStores, type PriceTableContent, type PriceTableStores } from './price-table-store.ts';
import { parsePriceTable } from './parse-price-table.ts';
import { spliceBetween, undoSplice, type LoggedTable } from './price-table-splice.ts';

export const priceTableSubject = (type: PriceTableType | '') => `price-table:${type}`;

type PriceTablesContent = { priceTables: ReadonlyMap<PriceTableType, PriceTable> };

/** Reads the price tables' part of the content. */
export async function readPriceTables(db: DatabaseHandle, rows: RowReader): Promise<PriceTablesContent> {
  const stores = priceTableStores(db);
  const tables = new Map<PriceTableType, PriceTable>();
  for (const { type } of PRICE_TABLES) {
    const subject = priceTableSubject(type);
    const changedAt = (await stores.changeLog.findNewest(subject))?.at ?? null;
    const read = rows('price_table', () => [subject]);
    const table = await stores.priceTables.find(type, read);
    tables.set(type, { ...table, changedAt });
  }
  return { priceTables: tables };
}

export type PriceTableService = ReturnType<typeof createPriceTableService>;

export function createPriceTableService({ content }: { content: ContentCache<PriceTablesContent> }) {
  const find = (type: PriceTableType): PriceTable =>
    content.snapshot().priceTables.get(type) ?? { headers: [], rows: [], changedAt: null };
  return {
    find,
    present: (type: PriceTableType): PriceTableResponse => presentPriceTable(type, find(type)),
    save: (author: Author, table: PriceTableSave & Based) =>
      content.write((db) => savePriceTable(priceTableStores(db), author, table)),
  };
}

export const presentPriceTable = (type: PriceTableType, table: PriceTable): PriceTableResponse => ({
  ...presentTableContent(type, table),
  changedAt: table.changedAt,
});

export function presentTableContent(type: PriceTableType, { headers, rows }: PriceTableContent) {
  const { prefix } = PRICE_TABLES[type];
  return {
    columnHeaders: Object.fromEntries(headers.map((text, column) => [headerKey(prefix, column), text])),
    allRows: rows.map((cells, row) =>
      Object.fromEntries(cells.map((text, column) => [cellKey(prefix, row, column), text])),
    ),
  };
}

/**
 * Saves a table, merged with the changes since `baseVersion`. Throws like `parsePriceTable`, and ConflictError if someone
 * else has changed the same cell, or it is in doubt which row that is.
 */
export async function savePriceTable(
  stores: PriceTableStores,
  author: Author,
  { baseVersion, ...save }: PriceTableSave & Based,
): Promise<SavedPriceTable> {
  const type = save.TableType as PriceTableType;
  const sent = parsePriceTable(save);
  const { table, included } = await mergeWithNewer(stores, author, { type, table: sent, baseVersion });
  const changed = await savePriceTableContent(stores, author, { type, table });
  const newest = await stores.changeLog.findNewest(priceTableSubject(type));
  return {
    content: presentPriceTable(type, { ...table, changedAt: newest?.at ?? null }),
    version: await stores.changeLog.version(),
    changed,
    ...included,
  };
}

/** Replaces a table in the caller's transaction. Logs the change and returns true, unless the table is unchanged. */
export async function savePriceTableContent(
  stores: PriceTableStores,
  author: Author,
  { type, table }: { type: PriceTableType; table: PriceTableContent },
): Promise<boolean> {
  const before = await stores.priceTables.find(type);
  if (isDeepStrictEqual(before, table)) return false;
  await stores.priceTables.save(type, table);
  const subject = priceTableSubject(type);
  await stores.changeLog.append({ author, subject, ...spliceBetween(before, table) });
  return true;
}

async function mergeWithNewer(
  stores: PriceTableStores,
  author: Author,
  { type, table: sent, baseVersion }: { type: PriceTableType; table: PriceTableContent } & Based,
): Promise<{ table: PriceTableContent; included?: Since['included'] }> {
  const before = await stores.priceTables.find(type);
  if (isDeepStrictEqual(before, sent)) return { table: sent };
  const since = await findStepsSince(stores.changeLog, {
    subject: priceTableSubject(type),
    baseVersion,
    current: presentTableContent(type, before),
  });
  if (!since) return { table: sent };
  const { included } = since;
  const states = [before];
  for (const { before: old, after } of since.steps) {
    states.push(undoSplice(states.at(-1) ?? before, { before: old, after } as LoggedTable));
  }
  const base = states.at(-1) ?? before;
  const mergeInto = (theirs: PriceTableContent) => {
    const { table, conflicts } = mergeTables({ base, mine: sent, theirs });
    return { conflicts, table: normalize(type, table) };
  };
  // Rows have no ids, so only the history shows that this save was stored, and its response was lost.
  const isRepeated = since.steps.some((step, at) => {
    const theirs = 'name' in author && step.author === author.name ? states[at + 1] : undefined;
    const merged = theirs && mergeInto(theirs);
    return merged?.conflicts.length === 0 && isDeepStrictEqual(merged.table, states[at]);
  });
  if (isRepeated) return { table: before, included };
  const { table, conflicts } = mergeInto(before);
  if (conflicts.length > 0) since.refuse(lastChangesOf(conflicts, states, since.steps));
  if (table.rows.length > PRICE_TABLE_LIMITS.rows) {
    const detail = `This table is full (${PRICE_TABLE_LIMITS.rows} rows). Remove a row to add another.`;
    throw new ValidationError('too-many', detail, '/AllRows');
  }
  return { table, included };
}

/** Most steps to look for the change of a cell in. */
const NAMED_STEPS_MAX = 200;

/** Returns the last change of each conflicting value. `states` are the tables after each step and, at last, the base. */
function lastChangesOf(
  conflicts: readonly TableConflict[],
  states: readonly PriceTableContent[],
  steps: Since['steps'],
): (ConflictingValue | undefined)[] {
  const base = states.at(-1);
  if (!base || steps.length > NAMED_STEPS_MAX) return [];
  const values = states.map((state) => valuesIn(base, state));
  return conflicts.map((conflict) => {
    const step = steps.find((_, at) => values[at]?.(conflict) !== values[at + 1]?.(conflict));
    const { line, id, field } = conflict;
    return step && { item: `${line} ${id}`, ...(field && { field }), at: step.at, author: step.author };
  });
}

/** Returns a table without what a save of it would drop: blank rows, and columns without headers at its end. */
const normalize = (type: PriceTableType, table: PriceTableContent): PriceTableContent =>
  parsePriceTable(toSave(type, table));

function toSave(type: PriceTableType, table: PriceTableContent): PriceTableSave {
  const { columnHeaders: ColumnHeaders, allRows: AllRows } = presentTableContent(type, table);
  return { TableType: type, ColumnHeaders, AllRows };
}

/** Saves a table as it was before a version. Throws like `savePriceTable`. */
export async function undoPriceTable(
  stores: PriceTableStores,
  author: Author,
  { type, version, baseVersion }: { type: PriceTableType; version: number } & Based,
) {
  const table = await priceTableAt(stores, type, version - 1);
  return savePriceTable(stores, author, { ...toSave(type, table), baseVersion });
}

/** Returns a table as of a version, by undoing all newer changes. */
export async function priceTableAt(
  { priceTables, changeLog }: PriceTableStores,
  type: PriceTableType,
  version: number,
): Promise<PriceTableContent> {
  let table = await priceTables.find(type);
  for await (const { before, after } of changeLog.stepsBackTo([priceTableSubject(type)], version)) {
    table = undoSplice(table, { before, after } as LoggedTable);
  }
  return table;
}
