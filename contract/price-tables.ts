import { Type, type Static } from 'typebox';
import { Moment, OrNull } from './schemas.ts';
import { Saved } from './saved.ts';
import { NO_NUL } from './text.ts';

/** Price tables by their number in the API, with the prefix of their keys, and what people call them. */
export const PRICE_TABLES = [
  { type: 0, prefix: 'fert', name: 'fertilizer', label: 'Other Fertilizer' },
  { type: 1, prefix: 'fuel', name: 'fuel', label: 'Fuel Types and Prices' },
  { type: 2, prefix: 'p', name: 'phosphorus', label: 'Phosphorus' },
  { type: 3, prefix: 'n', name: 'nitrogen', label: 'Nitrogen' },
  { type: 4, prefix: 'k', name: 'potassium', label: 'Potassium' },
] as const;

export type PriceTableType = (typeof PRICE_TABLES)[number]['type'];

export const FERTILIZER_TABLES = [2, 3, 4, 0] as const satisfies readonly PriceTableType[];
export const FUEL_TABLES = [1] as const satisfies readonly PriceTableType[];

// Plain constants, so that the bundler can drop the schemas that use them from the browser bundle.
const HEADER_LENGTH = 100;
const CELL_LENGTH = 200;
const LAST_TYPE = 4;
/** Our choice (decision 0016): a save sends and logs the whole table, at most 11 MB with 30 columns. */
const ROWS = 300;

/** Limits of a table: counts, and lengths in UTF-16 code units. */
export const PRICE_TABLE_LIMITS = {
  columns: 30,
  rows: ROWS,
  headerLength: HEADER_LENGTH,
  cellLength: CELL_LENGTH,
} as const;

/** Table as pages show it. Every row has one cell per header; empty cells are ''. */
export type PriceTable = {
  headers: string[];
  rows: string[][];
  /** ISO 8601; null if the table was never changed. */
  changedAt: string | null;
};

export const PriceTableParams = Type.Object({
  type: Type.String({ pattern: '^[0-4]$', description: 'a table number, 0 to 4' }),
});

/** Table as the API returns it: keys in column order, every row complete. */
export type PriceTableResponse = Static<typeof PriceTableResponse>;
export const PriceTableResponse = Type.Object({
  columnHeaders: Type.Record(Type.String(), Type.String(), {
    description: 'The headers, with keys such as p_header_0.',
  }),
  allRows: Type.Array(Type.Record(Type.String(), Type.String()), {
    description: 'The rows. Cells have keys such as p_row_0_header_1; an empty cell is an empty string.',
  }),
  changedAt: OrNull(Moment(), 'The time of the last change; null if the table was never changed.'),
});

const Cells = (maxLength: number) =>
  Type.Record(Type.String(), Type.String({ pattern: NO_NUL, maxLength }), {
    maxProperties: 200,
    description: 'Cell text under position keys. You can leave out blank cells.',
  });

/** Complete table to save. The numbers in the keys determine the order. */
export type PriceTableSave = Static<typeof PriceTableSave>;
export const PriceTableSave = Type.Object({
  TableType: Type.Integer({ minimum: 0, maximum: LAST_TYPE }),
  ColumnHeaders: Cells(HEADER_LENGTH),
  AllRows: Type.Array(Cells(CELL_LENGTH), { maxItems: ROWS }),
});

export type SavedPriceTable = Static<typeof SavedPriceTable>;
export const SavedPriceTable = Saved(PriceTableResponse);

export const headerKey = (prefix: string, column: number) => `${prefix}_header_${column}`;

export const cellKey = (prefix: string, row: number, column: number) =>
  `${prefix}_row_${row}_header_${column}`;

/** Returns the column of a header key, or undefined if `key` is not a header key of this table. */
export function columnOfHeader(prefix: string, key: string): number | undefined {
  const [, column] = HEADER_KEY.exec(withoutPrefix(prefix, key)) ?? [];
  return column === undefined ? undefined : Number(column);
}

/** Returns the row and column of a cell key, or undefined if `key` is not a cell key of this table. */
export function positionOfCell(prefix: string, key: string): { row: number; column: number } | undefined {
  const [, row, column] = CELL_KEY.exec(withoutPrefix(prefix, key)) ?? [];
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
}

// No leading zeros: each cell has exactly one key, so a second key cannot silently overwrite it.
const HEADER_KEY = /^header_(0|[1-9]\d{0,5})$/;
const CELL_KEY = /^row_(0|[1-9]\d{0,5})_header_(0|[1-9]\d{0,5})$/;

const withoutPrefix = (prefix: string, key: string) =>
  key.startsWith(`${prefix}_`) ? key.slice(prefix.length + 1) : '';

/** Converts a table from the API into rows of one cell per header, ordered by the numbers in the keys. */
export function toPriceTable({
  columnHeaders,
  allRows,
  changedAt,
}: Pick<PriceTableResponse, 'columnHeaders' | 'allRows'> & { changedAt?: string | null }): PriceTable {
  const columns = Object.keys(columnHeaders)
    .map((key) => ({ key, number: lastNumber(key) }))
    .toSorted((a, b) => a.number - b.number);
  return {
    headers: columns.map(({ key }) => columnHeaders[key] ?? ''),
    rows: allRows.map((row) => {
      const cells = new Map(Object.entries(row).map(([key, text]) => [lastNumber(key), text]));
      return columns.map(({ number }) => cells.get(number) ?? '');
    }),
    changedAt: changedAt ?? null,
  };
}

const lastNumber = (key: string) => Number(/\d+$/.exec(key)?.[0] ?? 0);
