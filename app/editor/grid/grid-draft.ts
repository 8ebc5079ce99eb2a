import {
  evenGrid,
  gridDraft,
  isBlankRow,
  keptGrid,
  keptPositions,
  withoutColumn,
  withoutRow,
  type Grid,
  type GridDraft,
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
function placed<Line>(
  kept: readonly Line[],
  positions: readonly number[],
  removedAt: (index: number) => Line,
): Line[] {
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

const ascending = (removed: readonly number[]) => removed.toSorted((a, b) => a - b);
const without = (removed: readonly number[], at: number) =>
  removed.flatMap((each) => (each === at ? [] : [each > at ? each - 1 : each]));

/** Marks a row, given by its index among the kept ones. Drops it for good if no one typed anything in it. */
export function withRowRemoved(draft: GridDraft, row: number, isUntouched = false): GridDraft {
  const { removedRows = [], removedColumns } = draft;
  const at = keptPositions(draft.rows, removedRows)[row];
  if (at === undefined) return draft;
  if (isUntouched || isBlankRow(draft.rows[at] ?? []))
    return gridDraft(withoutRow(draft, at), without(removedRows, at), removedColumns);
  return gridDraft(draft, ascending([...removedRows, at]), removedColumns);
}

/** Marks a column, given by its index among the kept ones. Drops it for good if it is blank. */
export function withColumnRemoved(draft: GridDraft, column: number): GridDraft {
  const { headers, rows, removedRows, removedColumns = [] } = draft;
  const at = keptPositions(headers, removedColumns)[column];
  if (at === undefined) return draft;
  if (isBlankRow([headers, ...rows].map((texts) => texts[at] ?? '')))
    return gridDraft(withoutColumn(draft, at), removedRows, without(removedColumns, at));
  return gridDraft(draft, removedRows, ascending([...removedColumns, at]));
}

/** Restores a removed row, given by its index in the draft. */
export const withRowRestored = (draft: GridDraft, at: number): GridDraft =>
  gridDraft(
    draft,
    draft.removedRows?.filter((each) => each !== at),
    draft.removedColumns,
  );

/** Restores a removed column, given by its index in the draft. */
export const withColumnRestored = (draft: GridDraft, at: number): GridDraft =>
  gridDraft(
    draft,
    draft.removedRows,
    draft.removedColumns?.filter((each) => each !== at),
  );
