import {
  evenGrid,
  GRID_LIMITS,
  gridDraft,
  isBlankRow,
  keptGrid,
  keptPositions,
  type Grid,
  type GridDraft,
  type Line,
} from './grid.ts';

/** Returns what belongs to the kept cells of `texts`, which has the shape of the draft with what was removed. */
export const keptTexts = (draft: GridDraft, rows: string[][]): string[][] =>
  keptGrid({ ...draft, rows }).rows;

/** Returns the draft with other rows and columns beside the removed ones. `moved` is the row that changed its index. */
export function withKept(draft: GridDraft, kept: Grid, moved?: { from: number; to: number }): GridDraft {
  const {
    headers,
    rows,
    removedRows = [],
    removedColumns = [],
  } = moved ? withRowMovedInAll(draft, moved) : draft;
  if (removedRows.length + removedColumns.length === 0) return gridDraft(kept);
  const columnsAt = positionsIn(removedColumns, kept.headers.length);
  const rowsAt = positionsIn(removedRows, kept.rows.length);
  const line = (before: readonly string[], texts: readonly string[]) =>
    placed(texts, columnsAt, (index) => before[removedColumns[index] ?? -1] ?? '');
  const keptBefore = keptPositions(rows, removedRows);
  const keptRows = kept.rows.map((cells, row) => line(rows[keptBefore[row] ?? -1] ?? [], cells));
  const length = kept.headers.length + removedColumns.length;
  const all = evenGrid({
    headers: line(headers, kept.headers),
    rows: placed(keptRows, rowsAt, (index) => {
      const cells = rows[removedRows[index] ?? -1] ?? [];
      // A removed row keeps its texts, and gets blank ones in new columns.
      return Array.from({ length }, (_, column) => cells[column] ?? '');
    }),
  });
  return gridDraft(all, rowsAt, columnsAt);
}

/** Returns the indexes of removed lines among `kept` others. They move up if the lines before them are gone. */
const positionsIn = (removed: readonly number[], kept: number) =>
  removed.map((at, index) => Math.min(at, kept + index));

/** Inserts removed lines among the kept ones, at the given indexes of the result. */
function placed<Texts>(
  kept: readonly Texts[],
  positions: readonly number[],
  removedAt: (index: number) => Texts,
): Texts[] {
  const lines = [...kept];
  for (const [index, at] of positions.entries()) lines.splice(at, 0, removedAt(index));
  return lines;
}

function withRowMovedInAll(draft: GridDraft, { from, to }: { from: number; to: number }): GridDraft {
  const { rows, removedRows = [] } = draft;
  const positions = keptPositions(rows, removedRows);
  const [start, end] = [positions[from], positions[to]];
  const cells = start === undefined ? undefined : rows[start];
  if (start === undefined || end === undefined || !cells) return draft;
  return {
    ...draft,
    rows: rows.toSpliced(start, 1).toSpliced(end, 0, cells),
    removedRows: removedRows.map((at) =>
      at > start && at <= end ? at - 1 : at < start && at >= end ? at + 1 : at,
    ),
  };
}

export const removedIn = ({ removedRows = [], removedColumns = [] }: GridDraft, line: Line) =>
  line === 'row' ? removedRows : removedColumns;

const withRemoved = (draft: GridDraft, line: Line, removed: readonly number[]): GridDraft =>
  line === 'row'
    ? gridDraft(draft, removed, draft.removedColumns)
    : gridDraft(draft, draft.removedRows, removed);

/** Marks a row or column, given by its index among the kept ones. Drops it for good if no one typed anything in it. */
export function withLineRemoved(draft: GridDraft, line: Line, index: number, isUntouched = false): GridDraft {
  const { headers, rows } = draft;
  const removed = removedIn(draft, line);
  const at = keptPositions(line === 'row' ? rows : headers, removed)[index];
  if (at === undefined) return draft;
  const texts = line === 'row' ? rows[at] : [headers, ...rows].map((cells) => cells[at] ?? '');
  if (!isUntouched && !isBlankRow(texts ?? []))
    return withRemoved(
      draft,
      line,
      [...removed, at].toSorted((a, b) => a - b),
    );
  const without = (cells: string[]) => (line === 'row' ? cells : cells.toSpliced(at, 1));
  const others = {
    ...draft,
    headers: without(headers),
    rows: (line === 'row' ? rows.toSpliced(at, 1) : rows).map(without),
  };
  return withRemoved(
    others,
    line,
    removed.map((each) => (each > at ? each - 1 : each)),
  );
}

/** Restores a removed row or column, given by its index in the draft. Returns the same draft if it is full. */
export function withLineRestored(
  draft: GridDraft,
  line: Line,
  at: number,
  maxRows: number = GRID_LIMITS.rows,
): GridDraft {
  const { headers, rows } = keptGrid(draft);
  if (line === 'row' ? rows.length >= maxRows : headers.length >= GRID_LIMITS.columns) return draft;
  return withRemoved(
    draft,
    line,
    removedIn(draft, line).filter((each) => each !== at),
  );
}
