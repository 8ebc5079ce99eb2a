import { cashOf, dollars } from '#shared/bid-prices.ts';
import type { BidList, Commodity } from '#contract/cash-bids.ts';
import { counted } from '#contract/text.ts';
import { parseFuturesMonth } from '#shared/bid-dates.ts';
import { parseBids, type Bid, type BidField } from '#shared/parse-bids.ts';
import { keyOfTexts, meaningOf } from '#shared/bid-meaning.ts';
import { startsWithHeaders } from '#app/editor/grid/pasted-headers.ts';
import type { StoredForm } from '#app/editor/field/stored-form.ts';
import {
  GRID_FORM,
  isBlankRow,
  keptGrid,
  type CellKind,
  type CellPosition,
  type Grid,
  type GridDraft,
} from '#app/editor/grid/grid.ts';

/** Editor columns of the cash bids, in order. `asOf` has none, because the server sets it. */
export const BID_COLUMNS = [
  { field: 'location', header: 'Location', kind: 'listed' },
  { field: 'commodity', header: 'Commodity', kind: 'listed' },
  { field: 'delivery', header: 'Delivery', kind: 'text' },
  { field: 'futuresMonth', header: 'Futures month', kind: 'listed' },
  { field: 'futures', header: 'Futures', kind: 'number' },
  { field: 'change', header: 'Change', kind: 'signed' },
  { field: 'basis', header: 'Basis ¢', kind: 'signed' },
  { field: 'cashPrice', header: 'Cash $', kind: 'number' },
  { field: 'deliveryStart', header: 'Delivery start', kind: 'listed' },
  { field: 'deliveryEnd', header: 'Delivery end', kind: 'listed' },
  { field: 'active', header: 'On website', kind: 'yes or no' },
  { field: 'notes', header: 'Notes', kind: 'text' },
] as const satisfies readonly { field: BidField; header: string; kind: CellKind }[];

export const BID_KINDS: readonly CellKind[] = BID_COLUMNS.map(({ kind }) => kind);

/** Names of each column in pasted or imported headers. */
export const BID_HEADER_NAMES: readonly (readonly string[])[] = BID_COLUMNS.map(({ header, field }) => [
  header,
  field,
]);

export const HEADERS = BID_COLUMNS.map(({ header }) => header);
export const columnOf = (field: BidField) => BID_COLUMNS.findIndex((column) => column.field === field);

const OFFER = 'Set basis to ';

/** Rows as typed. `heldAt` is the time at which all prices were confirmed, undefined if they were not. */
export type BidDraft = GridDraft & { heldAt?: string };

export const BIDS_FORM: StoredForm<BidDraft> = {
  write: (draft) => JSON.stringify(draft),
  read(text) {
    const draft = GRID_FORM.read(text);
    if (draft?.headers.length !== HEADERS.length) return undefined;
    const { heldAt } = JSON.parse(text) as { heldAt?: unknown };
    return { ...draft, headers: HEADERS, ...(typeof heldAt === 'string' && { heldAt }) };
  },
};

export function toGrid(rows: readonly Partial<Record<BidField, string | boolean>>[]): Grid {
  return { headers: HEADERS, rows: rows.map((row) => BID_COLUMNS.map(({ field }) => toCell(row[field]))) };
}

/** Converts the rows of a CSV file. Leaves out a first row that repeats the headers. */
export function gridOfFile(rows: readonly Record<string, string>[]): { grid: Grid; hasHeaders: boolean } {
  const grid = toGrid(rows.map((row) => ({ ...row, active: row['active'] || 'yes' })));
  const hasHeaders = startsWithHeaders(grid.rows, { row: 0, column: 0 }, BID_HEADER_NAMES);
  return { grid: hasHeaders ? { ...grid, rows: grid.rows.slice(1) } : grid, hasHeaders };
}

function toCell(value: string | boolean | undefined): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '');
}

/** Writes a day such as 2026-12-01 as 12/1/26. */
export const shortDay = (day: string) => day.replace(/^20(\d\d)-0?(\d+)-0?(\d+)$/, '$2/$3/$1');

export const gridOfBids = ({ bids }: Pick<BidList, 'bids'>): BidDraft =>
  toGrid(
    bids.map((bid) => ({
      ...bid,
      deliveryStart: shortDay(bid.deliveryStart),
      deliveryEnd: shortDay(bid.deliveryEnd),
    })),
  );

export type Fields = Record<BidField, string>;
export const fieldsOf = (cells: readonly string[]): Fields =>
  Object.fromEntries(BID_COLUMNS.map(({ field }, column) => [field, cells[column] ?? ''])) as Fields;

export function toBids({ heldAt, ...draft }: BidDraft): Partial<Fields>[] {
  return keptGrid(draft)
    .rows.filter((cells) => !isBlankRow(cells))
    .map((cells) => ({ ...fieldsOf(cells), ...(heldAt !== undefined && { asOf: heldAt }) }));
}

/**
 * Returns validation errors, computed cash prices (hints), and buttons that set the basis to what a typed cash price says
 * (offers) as tables in the shape of `grid`, with '' for none.
 */
export function warningsOf(grid: Grid, commodities: readonly Commodity[]) {
  // The rows have no `asOf`, the only field that is checked against the clock.
  const options = { commodities, now: 0 };
  const positions = grid.rows.flatMap((cells, row) => (isBlankRow(cells) ? [] : [row]));
  const rows = positions.map((row) => fieldsOf(grid.rows[row] ?? []));
  const nameRow = (row: number) => `Row ${(positions[row] ?? row) + 1}`;
  const warnings = grid.rows.map((cells) => cells.map(() => ''));
  const offers = warnings.map((cells) => [...cells]);
  for (const { row, field, message, basis } of parseBids(rows, { ...options, nameRow }).issues) {
    const at = positions[row] ?? -1;
    const column = columnOf(field as BidField);
    if (!warnings[at] || !(column in warnings[at])) continue;
    warnings[at][column] ||= message;
    if (basis) offers[at]![column] = OFFER + basis.replace('-', '\u2212');
  }
  const hints = grid.rows.map((cells) => {
    const [bid] = parseBids([fieldsOf(cells)], options).bids;
    return cells.map((_, column) =>
      bid && column === columnOf('cashPrice') ? computedPrice(bid, commodities) : '',
    );
  });
  return { warnings, hints, offers };
}

/** Returns the price computed from futures and basis, or '' for a flat price or if one of the two is missing. */
export function computedPrice(
  { commodity, cashPrice, futuresEighths, basisHundredths }: Bid,
  commodities: readonly Commodity[],
): string {
  const rule = commodities.find(({ name }) => name === commodity);
  if (!rule || cashPrice !== null || futuresEighths === null || basisHundredths === null) return '';
  return dollars(cashOf({ futuresEighths, basisHundredths }, rule), rule.decimals);
}

/** Returns the first error with its bid and column, and the number of others. */
export function firstIssue(draft: BidDraft, commodities: readonly Commodity[]): string | undefined {
  const grid = keptGrid(draft);
  const { warnings } = warningsOf(grid, commodities);
  const issues = warnings.flatMap((cells, row) =>
    cells.flatMap((message, column) => (message === '' ? [] : [{ row, column, message }])),
  );
  const [first] = issues;
  if (!first) return undefined;
  const others = issues.length - 1;
  const needs = others === 1 ? 'needs' : 'need';
  const more = others > 0 ? ` ${counted(others, 'more cell')} ${needs} fixing.` : '';
  const bid = nameOf(grid.rows[first.row] ?? []) || `Row ${first.row + 1}`;
  return `${bid}, ${HEADERS[first.column]}: ${first.message}${more}`;
}

/** Sets a cell. Copies a futures price or change to all rows with the same commodity and futures month. */
export function withCell(
  grid: Grid,
  { row, column }: CellPosition,
  text: string,
): { grid: Grid; copiedRows: number } {
  const cells = grid.rows[row];
  if (!cells) return { grid, copiedRows: 0 };
  const futures = futuresOf(cells);
  const isShared = futures !== undefined && [columnOf('futures'), columnOf('change')].includes(column);
  let copiedRows = 0;
  const rows = grid.rows.map((each, at) => {
    if (at === row) return each.with(column, text);
    if (!isShared || futuresOf(each) !== futures || each[column] === text) return each;
    copiedRows += 1;
    return each.with(column, text);
  });
  return { grid: { ...grid, rows }, copiedRows };
}

/** Returns the commodity and futures month that share a futures price. */
export function futuresOf(cells: readonly string[]): string | undefined {
  const month = parseFuturesMonth(cells[columnOf('futuresMonth')] ?? '');
  return month && `${cells[columnOf('commodity')]?.trim().toLowerCase()} ${month}`;
}

/** Sets the basis that a button offers in a row, and clears its cash price, which follows. */
export function withOffer({ headers, rows }: Grid, row: number, offer: string): Grid {
  const cells = rows[row] ?? [];
  const basis = offer.replace(OFFER, '').replace('\u2212', '-');
  const next = cells.with(columnOf('basis'), basis).with(columnOf('cashPrice'), '');
  return { headers, rows: rows.with(row, next) };
}

/** Creates a row with the location and commodity of the last one, which new rows usually share. */
export function newRowOf({ rows }: Grid): string[] {
  const last = rows.at(-1);
  return BID_COLUMNS.map(({ field }, column) =>
    field === 'location' || field === 'commodity' ? (last?.[column] ?? '') : field === 'active' ? 'yes' : '',
  );
}

/** Returns the saved cells of each row. Rows are matched by their key, or else by their index. */
export function previousBids(saved: Grid, grid: Grid): string[][] {
  const before = rowsByKey(saved);
  return grid.rows.map((cells, row) => before.get(keyOfTexts(fieldsOf(cells))) ?? saved.rows[row] ?? []);
}

const rowsByKey = ({ rows }: Grid) => new Map(rows.map((cells) => [keyOfTexts(fieldsOf(cells)), cells]));

/** Returns the rows of a file with the texts of the same bids in `known`, except for those with another meaning. */
export function withKnownTexts(file: Grid, known: Grid): Grid {
  const rows = rowsByKey(known);
  return {
    ...file,
    rows: file.rows.map((cells) => {
      const before = rows.get(keyOfTexts(fieldsOf(cells)));
      return cells.map((text, column) => {
        const { field } = BID_COLUMNS[column] ?? {};
        const same = before?.[column];
        return field && same !== undefined && meaningOf(field, same) === meaningOf(field, text) ? same : text;
      });
    }),
  };
}

export type Difference = { name: string; kind: 'new' | 'gone' | 'changed'; changes: string[] };

/** Returns the differences between two cash-bid tables in the order of `after`, with removed rows last. */
export function differences(before: Grid, after: Grid): Difference[] {
  const old = rowsByKey(before);
  const found: Difference[] = [];
  for (const cells of after.rows) {
    const key = keyOfTexts(fieldsOf(cells));
    const previous = old.get(key);
    old.delete(key);
    const changes = HEADERS.flatMap((header, column) => {
      const [oldText = '', newText = ''] = [previous?.[column], cells[column]];
      return oldText === newText || (!previous && newText === '')
        ? []
        : [previous ? `${header} ${oldText || 'blank'} → ${newText || 'blank'}` : `${header} ${newText}`];
    });
    if (!previous) found.push({ name: nameOf(cells), kind: 'new', changes: changes.slice(2) });
    else if (changes.length > 0) found.push({ name: nameOf(cells), kind: 'changed', changes });
  }
  for (const cells of old.values()) found.push({ name: nameOf(cells), kind: 'gone', changes: [] });
  return found;
}

export const nameOf = (cells: readonly string[]) =>
  ['location', 'commodity', 'delivery']
    .map((field) => cells[columnOf(field as BidField)])
    .map((text) => text?.trim())
    .filter(Boolean)
    .join(', ');

/** Returns the name and cash price of a bid. `hints`: computed cash prices. */
export function closedBid(cells: readonly string[], hints: readonly string[]): string {
  const price = cells[columnOf('cashPrice')] || hints[columnOf('cashPrice')];
  return [nameOf(cells), price].filter(Boolean).join(': ');
}
