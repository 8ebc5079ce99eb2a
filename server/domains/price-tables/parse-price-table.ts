import {
  columnOfHeader,
  positionOfCell,
  PRICE_TABLE_LIMITS,
  PRICE_TABLES,
  type PriceTableSave,
} from '#contract/price-tables.ts';
import { ValidationError } from '#server/platform/errors.ts';
import type { PriceTableContent } from './price-table-store.ts';

type Cell = { row: number; column: number; text: string };

/**
 * Parses the table in a save request. Row and column numbers in the keys may start anywhere and have gaps. Blank
 * headers and cells count as not sent. With n headers, only the first n columns keep their cells, so an empty header
 * between others drops the cells of the last column. Throws ValidationError for keys of another table or of several
 * rows, and for too many columns.
 */
export function parsePriceTable({ TableType, ColumnHeaders, AllRows }: PriceTableSave): PriceTableContent {
  const prefix = PRICE_TABLES[TableType]?.prefix ?? '';
  const headers = readHeaders(prefix, ColumnHeaders);
  const rows = AllRows.map((row, index) => readRow(prefix, row, index));

  // Number columns from the first non-empty one, so that saving a table as it was read does not change it.
  const columns = [...headers.keys(), ...rows.flatMap(({ cells }) => cells.map(({ column }) => column))];
  const first = columns.reduce((least, column) => Math.min(least, column), Infinity);
  const width = [...headers.keys()].reduce((widest, column) => Math.max(widest, column - first + 1), 0);
  if (width > PRICE_TABLE_LIMITS.columns) {
    throw new ValidationError(
      'too-large',
      `Use at most ${PRICE_TABLE_LIMITS.columns} columns.`,
      '/ColumnHeaders',
    );
  }
  // The table is at least as wide as the number of headers, so all remaining cells fit.
  const remaining = rows
    .map((row) => ({ ...row, cells: row.cells.filter(({ column }) => column - first < headers.size) }))
    .filter(({ cells }) => cells.length > 0)
    .toSorted((a, b) => a.number - b.number);
  return {
    headers: Array.from({ length: width }, (_, column) => headers.get(column + first) ?? ''),
    rows: remaining.map(({ cells }) => {
      const texts = new Map(cells.map(({ column, text }) => [column - first, text]));
      return Array.from({ length: width }, (_, column) => texts.get(column) ?? '');
    }),
  };
}

function readHeaders(prefix: string, keys: Record<string, string>): Map<number, string> {
  const headers = new Map<number, string>();
  for (const [key, text] of Object.entries(keys)) {
    const column = columnOfHeader(prefix, key);
    if (column === undefined) throw unknownKey(`/ColumnHeaders/${key}`, `${prefix}_header_0`);
    if (!isBlank(text)) headers.set(column, text.toWellFormed());
  }
  return headers;
}

function readRow(prefix: string, row: Record<string, string>, index: number) {
  const cells: Cell[] = [];
  for (const [key, text] of Object.entries(row)) {
    const position = positionOfCell(prefix, key);
    if (!position) throw unknownKey(`/AllRows/${index}/${key}`, `${prefix}_row_0_header_0`);
    if (!isBlank(text)) cells.push({ ...position, text: text.toWellFormed() });
  }
  const [number = 0, ...others] = new Set(cells.map((cell) => cell.row));
  if (others.length > 0) {
    throw new ValidationError('several-rows', 'Use the keys of only one row.', `/AllRows/${index}`);
  }
  return { number, cells };
}

const isBlank = (text: string) => text.trim() === '';

const unknownKey = (path: string, example: string) =>
  new ValidationError('unknown-key', `Use a key of this table, such as ${example}.`, path);
