import { cashOf, dollars } from '#contract/bid-prices.ts';
import type { BidBoard, Commodity } from '#contract/cash-bids.ts';
import { readFuturesMonth } from '#contract/futures-month.ts';
import { keyOfBid, readBoard, type Bid, type BidField } from '#contract/read-board.ts';
import { parseGrid, writeGrid, type Grid, type Place } from '#app/editor/price-tables/table-grid.ts';

/** The columns of the board in the editor, in their order. When a price was set is the server's to know. */
export const BOARD_COLUMNS = [
  { field: 'location', header: 'Location' },
  { field: 'commodity', header: 'Commodity' },
  { field: 'delivery', header: 'Delivery' },
  { field: 'futuresMonth', header: 'Month' },
  { field: 'futures', header: 'Futures', isFigure: true },
  { field: 'change', header: 'Change', isFigure: true },
  { field: 'basis', header: 'Basis ¢', isFigure: true },
  { field: 'cashPrice', header: 'Cash $', isFigure: true },
  { field: 'deliveryStart', header: 'First day' },
  { field: 'deliveryEnd', header: 'Last day' },
  { field: 'active', header: 'Shown' },
  { field: 'notes', header: 'Notes' },
] as const satisfies readonly { field: BidField; header: string; isFigure?: boolean }[];

export const BOARD_FIGURES: readonly boolean[] = BOARD_COLUMNS.map((column) => 'isFigure' in column);

const HEADERS = BOARD_COLUMNS.map(({ header }) => header);
export const columnOf = (field: BidField) => BOARD_COLUMNS.findIndex((column) => column.field === field);

/** What is typed: the rows, and the moment at which all of their prices were said to hold, if they were. */
export type BoardDraft = { grid: Grid; heldAt: string | undefined };

export const EMPTY_BOARD: BoardDraft = { grid: { headers: HEADERS, rows: [] }, heldAt: undefined };

export function toGrid(rows: readonly Partial<Record<BidField, string | boolean>>[]): Grid {
  return { headers: HEADERS, rows: rows.map((row) => BOARD_COLUMNS.map(({ field }) => toCell(row[field]))) };
}

function toCell(value: string | boolean | undefined): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '');
}

/** As a field keeps it: equal boards are equal texts. */
export const writeBoard = ({ grid, heldAt }: BoardDraft): string =>
  heldAt === undefined ? writeGrid(grid) : JSON.stringify({ ...grid, heldAt });

/** Undefined for a text that is no board. */
export function parseBoard(text: string): BoardDraft | undefined {
  const grid = parseGrid(text);
  if (!grid || grid.headers.length !== HEADERS.length) return undefined;
  const { heldAt } = JSON.parse(text) as { heldAt?: unknown };
  return { grid: { ...grid, headers: HEADERS }, heldAt: typeof heldAt === 'string' ? heldAt : undefined };
}

/** The rows of a text; none for one that is no board. */
export const gridOf = (text: string): Grid => (parseBoard(text) ?? EMPTY_BOARD).grid;

export const boardText = ({ bids }: Pick<BidBoard, 'bids'>) =>
  writeBoard({ grid: toGrid(bids), heldAt: undefined });

const isBlank = (cells: readonly string[]) => cells.every((text) => text.trim() === '');

type Fields = Record<BidField, string>;
const fieldsOf = (cells: readonly string[]): Fields =>
  Object.fromEntries(BOARD_COLUMNS.map(({ field }, column) => [field, cells[column] ?? ''])) as Fields;

/** The rows as they are sent; blank ones are none. */
export function toBids({ grid, heldAt }: BoardDraft): Partial<Fields>[] {
  return grid.rows
    .filter((cells) => !isBlank(cells))
    .map((cells) => ({ ...fieldsOf(cells), ...(heldAt !== undefined && { asOf: heldAt }) }));
}

/** What is wrong with each cell, and what a row pays in the place of its cash price. Empty for nothing. */
export function remarksOf(
  grid: Grid,
  commodities: readonly Commodity[],
): { remarks: string[][]; hints: string[][] } {
  // No row here tells a time, which alone could be wrong by the clock.
  const reading = { commodities, now: 0 };
  const places = grid.rows.flatMap((cells, row) => (isBlank(cells) ? [] : [row]));
  const rows = places.map((row) => fieldsOf(grid.rows[row] ?? []));
  const remarks = grid.rows.map((cells) => cells.map(() => ''));
  for (const { row, field, reason } of readBoard(rows, reading).mistakes) {
    const line = remarks[places[row] ?? -1];
    const column = columnOf(field as BidField);
    if (line && column in line) line[column] ||= `Must ${reason}.`;
  }
  const hints = grid.rows.map((cells) => {
    const [bid] = readBoard([fieldsOf(cells)], reading).bids;
    return cells.map((_, column) => (bid && column === columnOf('cashPrice') ? paid(bid, commodities) : ''));
  });
  return { remarks, hints };
}

/** What futures and basis make of a row; empty for one that has a fixed price, or none. */
function paid(
  { commodity, cashPrice, futuresEighths, basisHundredths }: Bid,
  commodities: readonly Commodity[],
): string {
  const rule = commodities.find(({ name }) => name === commodity);
  if (!rule || cashPrice !== null || futuresEighths === null || basisHundredths === null) return '';
  return dollars(cashOf({ futuresEighths, basisHundredths }, rule), rule.decimals);
}

/** The first thing that is wrong with a board, for the place beside its button; undefined for nothing. */
export function firstMistake(draft: BoardDraft, commodities: readonly Commodity[]): string | undefined {
  const { remarks } = remarksOf(draft.grid, commodities);
  const wrong = remarks.flatMap((cells, row) =>
    cells.flatMap((words, column) => (words === '' ? [] : [{ row, column, words }])),
  );
  const [first] = wrong;
  if (!first) return undefined;
  const more = wrong.length > 1 ? ` ${wrong.length - 1} more cells are wrong.` : '';
  return `Row ${first.row + 1}, ${HEADERS[first.column]}: ${first.words}${more}`;
}

/**
 * A cell changed, and with a price or a change of futures those of all rows of the same grain and month: one price moves
 * them all. Answers the rows that moved besides.
 */
export function withCell(grid: Grid, { row, column }: Place, text: string): { grid: Grid; moved: number } {
  const cells = grid.rows[row];
  if (!cells) return { grid, moved: 0 };
  const futures = futuresOf(cells);
  const movesAll = futures !== undefined && [columnOf('futures'), columnOf('change')].includes(column);
  let moved = 0;
  const rows = grid.rows.map((each, at) => {
    if (at === row) return each.with(column, text);
    if (!movesAll || futuresOf(each) !== futures || each[column] === text) return each;
    moved += 1;
    return each.with(column, text);
  });
  return { grid: { ...grid, rows }, moved };
}

/** What names the futures behind a row; undefined without a month. */
function futuresOf(cells: readonly string[]): string | undefined {
  const month = readFuturesMonth(cells[columnOf('futuresMonth')] ?? '');
  return month && `${cells[columnOf('commodity')]?.trim().toLowerCase()} ${month}`;
}

/** Most new rows are of the place and the grain of the one before. */
export function newRowOf({ rows }: Grid): string[] {
  const last = rows.at(-1);
  return BOARD_COLUMNS.map(({ field }, column) =>
    field === 'location' || field === 'commodity' ? (last?.[column] ?? '') : field === 'active' ? 'yes' : '',
  );
}

/** What stood in the cells of each row when the board was saved, wherever the row has come to stand. */
export function stoodBefore(saved: Grid, grid: Grid): string[][] {
  const before = rowsByKey(saved);
  return grid.rows.map((cells, row) => before.get(keyOfBid(fieldsOf(cells))) ?? saved.rows[row] ?? []);
}

/**
 * A draft over the board as somebody else has saved it: cells and rows that were changed in the draft are the draft's, all
 * others theirs. When all prices hold has to be said again: some of them are others now.
 */
export function mergeBoards({ draft, base, theirs }: Record<'draft' | 'base' | 'theirs', string>): string {
  const grid = gridOf(draft);
  const [before, now] = [rowsByKey(gridOf(base)), rowsByKey(gridOf(theirs))];
  const own = rowsByKey(grid);
  const kept = grid.rows.flatMap((cells) => {
    const key = keyOfBid(fieldsOf(cells));
    const [stood, is] = [before.get(key), now.get(key)];
    if (is) return [cells.map((text, column) => (text === stood?.[column] ? (is[column] ?? '') : text))];
    const isGone = stood !== undefined && cells.every((text, column) => text === stood[column]);
    return isGone ? [] : [cells];
  });
  const added = [...now].flatMap(([key, cells]) => (own.has(key) || before.has(key) ? [] : [cells]));
  return writeGrid({ ...grid, rows: [...kept, ...added] });
}

const rowsByKey = ({ rows }: Grid) => new Map(rows.map((cells) => [keyOfBid(fieldsOf(cells)), cells]));

/** A row of a file beside the board: new, gone, or with other values. */
export type Difference = { name: string; kind: 'new' | 'gone' | 'changed'; words: string[] };

/** What would be another if a board took the place of another, in the order of the new one; what is gone comes last. */
export function differences(before: Grid, after: Grid): Difference[] {
  const old = rowsByKey(before);
  const found: Difference[] = [];
  for (const cells of after.rows) {
    const key = keyOfBid(fieldsOf(cells));
    const stood = old.get(key);
    old.delete(key);
    const words = HEADERS.flatMap((header, column) => {
      const [was = '', is = ''] = [stood?.[column], cells[column]];
      return was === is || (!stood && is === '')
        ? []
        : [stood ? `${header} ${was || '–'} → ${is || '–'}` : `${header} ${is}`];
    });
    if (!stood) found.push({ name: nameOf(cells), kind: 'new', words: words.slice(2) });
    else if (words.length > 0) found.push({ name: nameOf(cells), kind: 'changed', words });
  }
  for (const cells of old.values()) found.push({ name: nameOf(cells), kind: 'gone', words: [] });
  return found;
}

const nameOf = (cells: readonly string[]) =>
  ['location', 'commodity', 'delivery']
    .map((field) => cells[columnOf(field as BidField)])
    .map((text) => text?.trim())
    .filter(Boolean)
    .join(', ');
