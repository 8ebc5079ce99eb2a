import {
  BID_COLUMNS,
  columnOf,
  fieldsOf,
  futuresOf,
  nameOf,
  withCell,
  type BidDraft,
} from '#app/editor/grid/cash-bids/bid-grid.ts';
import { columnName, keptGrid, textAt, withText } from '#app/editor/grid/grid.ts';
import type { CellPosition, Grid, GridDraft } from '#app/editor/grid/grid.ts';
import { withKept } from '#app/editor/grid/grid-draft.ts';

/** A number to type. `name` says what it is. */
export type Cell = {
  position: CellPosition;
  name: string;
  text: string;
  isChanged: boolean;
  isSigned: boolean;
};

/** `label`: what the cells are the prices of; `result`: the cash price that follows from them. */
export type Row = { label: string; cells: Cell[]; result?: string; remark: string };

/** `columns`: headers of the numbers. */
export type Group = { name: string; columns: string[]; rows: Row[] };

type Texts = readonly (readonly string[])[];

/** A grid, with texts in its shape: the saved ones, computed ones, and what is wrong. */
export type Sheet = { grid: Grid; previous: Texts; questions: Texts; warnings?: Texts; hints?: Texts };

const headerOf = (column: number) => BID_COLUMNS[column]?.header ?? '';
const FUTURES = [columnOf('futures'), columnOf('change')];
const BASIS = columnOf('basis');
const PRICE = columnOf('cashPrice');

function cellOf(sheet: Sheet, position: CellPosition, name: string, isSigned = false): Cell {
  const [text, before] = [
    textAt(sheet.grid, position),
    sheet.previous[position.row]?.[position.column] ?? '',
  ];
  return { position, name, text, isChanged: text !== before, isSigned };
}

/** Returns the first error or question of a row, without the name of what it is beside. */
const remarkOf = ({ warnings, questions }: Sheet, row: number, columns: readonly number[], name: string) =>
  columns
    .map((at) => warnings?.[row]?.[at] || questions[row]?.[at]?.replace(name, '').replace(/^[,:]? /, ''))
    .find(Boolean) ?? '';

/** Returns the futures, and the bids of each location. The cells of futures are those of the first bid with them. */
export function groupsOfBids(sheet: Sheet): Group[] {
  const { rows } = sheet.grid;
  const bids = rows.map((cells, row) => ({ row, ...fieldsOf(cells), key: futuresOf(cells) }));
  const futures = bids.filter(({ key }, row) => key && bids.findIndex((bid) => bid.key === key) === row);
  const locations = Map.groupBy(bids, ({ location }) => location.trim());
  return [
    {
      name: 'Futures',
      columns: ['Price', 'Change'],
      rows: futures.map(({ row, commodity, futuresMonth }) => ({
        label: `${commodity}\n${futuresMonth}`,
        cells: FUTURES.map((column, at) =>
          cellOf(sheet, { row, column }, `${commodity}, ${futuresMonth}, ${headerOf(column)}`, at > 0),
        ),
        remark: remarkOf(sheet, row, FUTURES, `${commodity}, ${futuresMonth}`),
      })),
    },
    ...[...locations].map(([name, of]) => ({
      name,
      columns: [BASIS, PRICE].map(headerOf),
      rows: of.map(({ row }) => bidRow(sheet, row)),
    })),
  ];
}

/** Returns the basis of a bid and its cash price, or the cash price of a fixed one. */
function bidRow(sheet: Sheet, row: number): Row {
  const cells = sheet.grid.rows[row] ?? [];
  const [now, before] = [fieldsOf(cells), fieldsOf(sheet.previous[row] ?? [])];
  // Does not change while a price is typed.
  const isFixed = before.cashPrice + now.cashPrice !== '' || before.basis + now.futuresMonth === '';
  const column = isFixed ? PRICE : BASIS;
  return {
    label: `${now.commodity}\n${now.delivery}`,
    cells: [cellOf(sheet, { row, column }, `${nameOf(cells)}, ${headerOf(column)}`, !isFixed)],
    ...(!isFixed && { result: sheet.hints?.[row]?.[PRICE] ?? '' }),
    remark: remarkOf(sheet, row, [column, PRICE], nameOf(cells)) || hiddenError(sheet, row),
  };
}

/** Returns the first error of a bid in the cells that only the dashboard shows, after its column, or ''. */
function hiddenError({ grid, warnings = [] }: Sheet, row: number): string {
  const shown = futuresOf(grid.rows[row] ?? []) === undefined ? [] : FUTURES;
  const errors = warnings[row]?.map((warning, column) => warning && `${headerOf(column)}: ${warning}`);
  return errors?.find((error, column) => error !== '' && !shown.includes(column)) ?? '';
}

/** Returns the numbers of a price table. The first column has the names, and columns without a digit are left out. */
export function groupOfTable(name: string, sheet: Sheet): Group {
  const { headers, rows } = sheet.grid;
  const columns = [...headers.keys()].slice(1).filter((column) => {
    const texts = [...rows, ...sheet.previous].map((cells) => cells[column] ?? '').join('');
    return texts.trim() === '' || /\d/.test(texts);
  });
  return {
    name,
    columns: columns.map((column) => columnName(headers, column)),
    rows: rows.map(([label = ''], row) => ({
      label,
      cells: columns.map((column) =>
        cellOf(sheet, { row, column }, `${label}, ${columnName(headers, column)}`),
      ),
      remark: remarkOf(sheet, row, columns, label),
    })),
  };
}

/** Sets a cell of the bids; futures, in all bids that have them. */
export const setBid = (draft: BidDraft, position: CellPosition, text: string): BidDraft => ({
  ...(draft.heldAt !== undefined && { heldAt: draft.heldAt }),
  ...withKept(draft, withCell(keptGrid(draft), position, text).grid),
});

export const setCell = (draft: GridDraft, position: CellPosition, text: string): GridDraft =>
  withKept(draft, withText(keptGrid(draft), position, text));

/** Counts the changed cells of groups. */
export const countChanged = (groups: readonly Group[]): number =>
  groups.flatMap(({ rows }) => rows).flatMap(({ cells }) => cells.filter(({ isChanged }) => isChanged))
    .length;
