import { isEqual } from '#shared/merge-values.ts';
import { isBlankRow, keptGrid, textAt, withText, columnName, GRID_LIMITS } from '#app/editor/grid/grid.ts';
import type { CellPosition, Grid, GridDraft } from '#app/editor/grid/grid.ts';
import { withKept } from '#app/editor/grid/grid-draft.ts';
import {
  BID_COLUMNS,
  columnOf,
  fieldsOf,
  futuresOf,
  nameOf,
  withCell,
  type BidDraft,
} from '#app/editor/grid/cash-bids/bid-grid.ts';

/** A number to type. `name` says what it is. */
export type Cell = {
  position: CellPosition;
  name: string;
  text: string;
  isChanged: boolean;
  isSigned: boolean;
};

/** `result`: the cash price that follows from the cells. */
export type Row = { lines: string[]; cells: Cell[]; result?: string; remark: string };

/** `columns`: headers of the numbers, if a row has several. */
export type Group = { name: string; columns: string[]; rows: Row[] };

type Texts = readonly (readonly string[])[];

/** A grid, and texts in its shape: the saved ones, and what to say about a cell. */
export type Sheet = { grid: Grid; previous: Texts; questions: Texts; warnings?: Texts; hints?: Texts };

const isChanged = ({ grid, previous }: Sheet, position: CellPosition) =>
  textAt(grid, position) !== (previous[position.row]?.[position.column] ?? '');

/** Counts the cells that differ from the saved ones. */
export const countChanged = (sheet: Sheet): number =>
  sheet.grid.rows.reduce(
    (sum, cells, row) => sum + cells.filter((_, column) => isChanged(sheet, { row, column })).length,
    0,
  );

function cellOf(sheet: Sheet, position: CellPosition, name: string, isSigned = false): Cell {
  return {
    position,
    name,
    text: textAt(sheet.grid, position),
    isChanged: isChanged(sheet, position),
    isSigned,
  };
}

const remarkOf = ({ warnings, questions }: Sheet, row: number, columns: readonly number[]) =>
  columns.map((column) => warnings?.[row]?.[column] || questions[row]?.[column]).find(Boolean) ?? '';

const headerOf = (column: number) => BID_COLUMNS[column]?.header ?? '';
const PRICE = columnOf('cashPrice');
const BASIS = columnOf('basis');
const FUTURES = [columnOf('futures'), columnOf('change')];

/** Returns the futures, each once, whose cells are those of the first bid with them. */
export function futuresGroup(sheet: Sheet): Group {
  const { rows } = sheet.grid;
  const firstRows = new Map(rows.flatMap((cells, row) => [[futuresOf(cells), row] as const]).toReversed());
  firstRows.delete(undefined);
  return {
    name: 'Futures',
    columns: FUTURES.map(headerOf),
    rows: [...firstRows.values()]
      .toSorted((a, b) => a - b)
      .map((row) => {
        const { commodity, futuresMonth } = fieldsOf(rows[row] ?? []);
        const cells = FUTURES.map((column, at) =>
          cellOf(sheet, { row, column }, `${commodity}, ${futuresMonth}, ${headerOf(column)}`, at > 0),
        );
        return { lines: [commodity, futuresMonth], cells, remark: remarkOf(sheet, row, FUTURES) };
      }),
  };
}

/** Returns the bids of each location. */
export function locationGroups(sheet: Sheet): Group[] {
  const rows = Map.groupBy(sheet.grid.rows.keys(), (row) =>
    fieldsOf(sheet.grid.rows[row] ?? []).location.trim(),
  );
  return [...rows].map(([name, of]) => ({
    name,
    columns: [BASIS, PRICE].map(headerOf),
    rows: of.map((row) => bidRow(sheet, row)),
  }));
}

/** Returns the basis of a bid and its cash price, or the cash price of a fixed one. */
function bidRow(sheet: Sheet, row: number): Row {
  const cells = sheet.grid.rows[row] ?? [];
  const [now, before] = [fieldsOf(cells), fieldsOf(sheet.previous[row] ?? [])];
  const hasBasis = before.basis !== '' || now.futuresMonth !== '';
  const isFixed = !hasBasis || before.cashPrice !== '' || now.cashPrice !== '';
  const column = isFixed ? PRICE : BASIS;
  return {
    lines: [now.commodity, now.delivery],
    cells: [cellOf(sheet, { row, column }, `${nameOf(cells)}, ${headerOf(column)}`, !isFixed)],
    ...(!isFixed && { result: sheet.hints?.[row]?.[PRICE] ?? '' }),
    remark: remarkOf(sheet, row, [column, PRICE]),
  };
}

/** Returns the numbers of a price table. Its first column and columns of words are not on the board. */
export function tableGroup(name: string, sheet: Sheet): Group {
  const { headers, rows } = sheet.grid;
  const columns = [...headers.keys()].slice(1).filter((column) => {
    const texts = rows.map((cells, row) => [cells[column], sheet.previous[row]?.[column]].join(''));
    return isBlankRow(texts) || texts.some((text) => /\d/.test(text));
  });
  return {
    name,
    columns: columns.map((column) => columnName(headers, column)),
    rows: rows.map(([line = ''], row) => ({
      lines: [line],
      cells: columns.map((column) =>
        cellOf(sheet, { row, column }, `${line}, ${columnName(headers, column)}`),
      ),
      remark: remarkOf(sheet, row, columns),
    })),
  };
}

/** Sets a cell of the bids. Futures are set in all bids that have them. */
export const setBid = (draft: BidDraft, position: CellPosition, text: string): BidDraft => ({
  ...(draft.heldAt !== undefined && { heldAt: draft.heldAt }),
  ...withKept(draft, withCell(keptGrid(draft), position, text).grid),
});

export const setCell = (draft: GridDraft, position: CellPosition, text: string): GridDraft =>
  withKept(draft, withText(keptGrid(draft), position, text));

/** Returns the cells that pasted texts go to, down from a cell, and how many do not fit. A single line goes down, too. */
export function spread({ rows }: Group, from: CellPosition, block: Texts) {
  const indexIn = ({ cells }: Pick<Row, 'cells'>) =>
    cells.findIndex(({ position }) => isEqual(position, from));
  const start = rows.findIndex((row) => indexIn(row) >= 0);
  const first = indexIn(rows[start] ?? { cells: [] });
  const lines = block.length === 1 ? (block[0] ?? []).map((text) => [text]) : block;
  const cells = lines.flatMap((texts, down) =>
    texts.flatMap((text, over) => {
      const cell = rows[start + down]?.cells[first + over];
      return cell ? [{ ...cell, text: text.trim().slice(0, GRID_LIMITS.cellLength) }] : [];
    }),
  );
  return { cells, dropped: lines.flat().length - cells.length };
}
