import { Type, type Static } from 'typebox';
import { Saved } from './saved.ts';
import { NO_NUL } from './text.ts';

/** The price tables by their public number, with the prefix of their keys. */
export const PRICE_TABLES = [
  { type: 0, prefix: 'fert', name: 'fertilizer' },
  { type: 1, prefix: 'fuel', name: 'fuel' },
  { type: 2, prefix: 'p', name: 'phosphorus' },
  { type: 3, prefix: 'n', name: 'nitrogen' },
  { type: 4, prefix: 'k', name: 'potassium' },
] as const;

export type PriceTableType = (typeof PRICE_TABLES)[number]['type'];

/** Those of the fertilizer section, in its order, and that of the fuel section. */
export const FERTILIZER_TABLES = [2, 3, 4, 0] as const satisfies readonly PriceTableType[];
export const FUEL_TABLES = [1] as const satisfies readonly PriceTableType[];

// Plain constants: schemas made of them are left out of the browser's code, where nothing asks for them.
const ROWS = 300;
const HEADER_LENGTH = 100;
const CELL_LENGTH = 200;
const LAST_TYPE = 4;

/** Limits of a table: counts, and lengths in UTF-16 units. */
export const PRICE_TABLE_LIMITS = {
  columns: 30,
  rows: ROWS,
  headerLength: HEADER_LENGTH,
  cellLength: CELL_LENGTH,
} as const;

/** A table as pages show it: all rows as long as the headers, an empty cell as an empty text. */
export type PriceTable = {
  headers: string[];
  rows: string[][];
  /** When it was last changed, in ISO 8601; null when it never was. */
  changedAt: string | null;
};

export const PriceTableParams = Type.Object({
  type: Type.String({ pattern: '^[0-4]$', description: 'the number of a table, 0 to 4' }),
});

/** A table as it is read: keys in the order of the columns, every row with all of them. */
export type PriceTableAnswer = Static<typeof PriceTableAnswer>;
export const PriceTableAnswer = Type.Object({
  columnHeaders: Type.Record(Type.String(), Type.String(), {
    description: 'The headers, under keys such as p_header_0.',
  }),
  allRows: Type.Array(Type.Record(Type.String(), Type.String()), {
    description: 'The rows; cells under keys such as p_row_0_header_1, empty ones as empty texts.',
  }),
  changedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the table was last changed.',
  }),
});

const Cells = (maxLength: number) =>
  Type.Record(Type.String(), Type.String({ pattern: NO_NUL, maxLength }), {
    description: 'Texts under keys that number their place; blank ones may be left out.',
  });

/** A whole table to be saved. The numbers in the keys tell the order, whatever order they come in. */
export type PriceTableSave = Static<typeof PriceTableSave>;
export const PriceTableSave = Type.Object({
  TableType: Type.Integer({ minimum: 0, maximum: LAST_TYPE }),
  ColumnHeaders: Cells(HEADER_LENGTH),
  AllRows: Type.Array(Cells(CELL_LENGTH), { maxItems: ROWS }),
});

export type SavedPriceTable = Static<typeof SavedPriceTable>;
export const SavedPriceTable = Saved(PriceTableAnswer);

/** The key of a header, such as `p_header_0`. */
export const headerKey = (prefix: string, column: number) => `${prefix}_header_${column}`;

/** The key of a cell, such as `p_row_2_header_0`. */
export const cellKey = (prefix: string, row: number, column: number) =>
  `${prefix}_row_${row}_header_${column}`;

/** The column that a header's key names; undefined for a key that is none of this table's. */
export function columnOfHeader(prefix: string, key: string): number | undefined {
  const [, column] = HEADER_KEY.exec(withoutPrefix(prefix, key)) ?? [];
  return column === undefined ? undefined : Number(column);
}

/** The place that a cell's key names; undefined for a key that is none of this table's. */
export function placeOfCell(prefix: string, key: string): { row: number; column: number } | undefined {
  const [, row, column] = CELL_KEY.exec(withoutPrefix(prefix, key)) ?? [];
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
}

// Without zeros in front, each place has one key: a second one would overwrite the first unseen.
const HEADER_KEY = /^header_(0|[1-9]\d{0,5})$/;
const CELL_KEY = /^row_(0|[1-9]\d{0,5})_header_(0|[1-9]\d{0,5})$/;

const withoutPrefix = (prefix: string, key: string) =>
  key.startsWith(`${prefix}_`) ? key.slice(prefix.length + 1) : '';

/** Reads a table's answer into rows that are all as long as the headers, in the order of the keys' numbers. */
export function readPriceTable({
  columnHeaders,
  allRows,
  changedAt,
}: Pick<PriceTableAnswer, 'columnHeaders' | 'allRows'> & { changedAt?: string | null }): PriceTable {
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
