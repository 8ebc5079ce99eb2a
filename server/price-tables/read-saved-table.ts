import {
  columnOfHeader,
  placeOfCell,
  PRICE_TABLE_LIMITS,
  PRICE_TABLES,
  type PriceTableSave,
} from '#contract/price-tables.ts';
import { HttpError } from '#server/errors.ts';
import type { PriceTableContent } from './price-table-store.ts';

type Cell = { row: number; column: number; text: string };

/**
 * The table that a save describes: headers and cells in the order of the numbers in their keys, which may begin with
 * any number and have holes. Blank headers and cells count as not sent, and so do cells in columns beyond the number of
 * headers that are not blank: an empty header between filled ones costs the last column its cells, but a header itself
 * is never lost. Texts stay as they were typed. Throws 400 for keys of another table and for more columns than there
 * may be.
 */
export function readSavedTable({ TableType, ColumnHeaders, AllRows }: PriceTableSave): PriceTableContent {
  const prefix = PRICE_TABLES[TableType]?.prefix ?? '';
  const headers = readHeaders(prefix, ColumnHeaders);
  const rows = AllRows.map((row, index) => readRow(prefix, row, index));

  // Counted from the first column that has anything in it: a table that was read and is saved again stays as it is.
  const columns = [...headers.keys(), ...rows.flatMap(({ cells }) => cells.map(({ column }) => column))];
  const first = columns.reduce((least, column) => Math.min(least, column), Infinity);
  const width = [...headers.keys()].reduce((widest, column) => Math.max(widest, column - first + 1), 0);
  if (width > PRICE_TABLE_LIMITS.columns) {
    throw new HttpError(400, 'too-large', `must not have more than ${PRICE_TABLE_LIMITS.columns} columns`, {
      field: 'body/ColumnHeaders',
    });
  }
  // The cells that stay lie under the headers: a table with as many headers is at least as wide.
  const kept = rows
    .map((row) => ({ ...row, cells: row.cells.filter(({ column }) => column - first < headers.size) }))
    .filter(({ cells }) => cells.length > 0)
    .toSorted((a, b) => a.number - b.number);
  return {
    headers: Array.from({ length: width }, (_, column) => headers.get(column + first) ?? ''),
    rows: kept.map(({ cells }) => {
      const texts = new Map(cells.map(({ column, text }) => [column - first, text]));
      return Array.from({ length: width }, (_, column) => texts.get(column) ?? '');
    }),
  };
}

function readHeaders(prefix: string, keys: Record<string, string>): Map<number, string> {
  const headers = new Map<number, string>();
  for (const [key, text] of Object.entries(keys)) {
    const column = columnOfHeader(prefix, key);
    if (column === undefined) throw foreignKey(`body/ColumnHeaders/${key}`, `${prefix}_header_0`);
    if (!isBlank(text)) headers.set(column, text.toWellFormed());
  }
  return headers;
}

function readRow(prefix: string, row: Record<string, string>, index: number) {
  const cells: Cell[] = [];
  for (const [key, text] of Object.entries(row)) {
    const place = placeOfCell(prefix, key);
    if (!place) throw foreignKey(`body/AllRows/${index}/${key}`, `${prefix}_row_0_header_0`);
    if (!isBlank(text)) cells.push({ ...place, text: text.toWellFormed() });
  }
  const [number = 0, ...others] = new Set(cells.map((cell) => cell.row));
  if (others.length > 0) {
    throw new HttpError(400, 'several-rows', 'must have the keys of one row', {
      field: `body/AllRows/${index}`,
    });
  }
  return { number, cells };
}

const isBlank = (text: string) => text.trim() === '';

const foreignKey = (field: string, example: string) =>
  new HttpError(400, 'unknown-key', `must be a key of this table, such as ${example}`, { field });
