import {
  evenGrid,
  isBlankRow,
  keptGrid,
  keptPositions,
  withoutColumn,
  withoutRow,
  type Grid,
  type GridDraft,
} from './grid.ts';

export const toGridDraft = (all: Grid): GridDraft => ({ all, removedRows: [], removedColumns: [] });

/** Returns the draft as JSON. Without removals, it has the form of a serialized grid. */
export const toStored = ({ all: { headers, rows }, removedRows, removedColumns }: GridDraft) => ({
  headers,
  rows,
  ...(removedRows.length > 0 && { removedRows }),
  ...(removedColumns.length > 0 && { removedColumns }),
});

export const serializeGridDraft = (draft: GridDraft): string => JSON.stringify(toStored(draft));

/** Returns what belongs to the kept cells of `texts`, which has the shape of the draft with what was removed. */
export const keptTexts = ({ all, ...removed }: GridDraft, texts: string[][]): string[][] =>
  keptGrid({ ...removed, all: { headers: all.headers, rows: texts } }).rows;

/** Returns the draft with other rows and columns beside the removed ones. `moved` is the row that changed its index. */
export function withKept(draft: GridDraft, kept: Grid, moved?: { from: number; to: number }): GridDraft {
  const { all, removedRows, removedColumns } = moved ? withRowMovedInAll(draft, moved) : draft;
  const columnsAt = positionsIn(removedColumns, kept.headers.length);
  const rowsAt = positionsIn(removedRows, kept.rows.length);
  const line = (before: readonly string[], texts: readonly string[]) =>
    placed(texts, columnsAt, (index) => before[removedColumns[index] ?? -1] ?? '');
  const keptBefore = keptPositions(all.rows, removedRows);
  const rows = kept.rows.map((cells, row) => line(all.rows[keptBefore[row] ?? -1] ?? [], cells));
  const length = kept.headers.length + removedColumns.length;
  return {
    all: evenGrid({
      headers: line(all.headers, kept.headers),
      rows: placed(rows, rowsAt, (index) => {
        const cells = all.rows[removedRows[index] ?? -1] ?? [];
        // A removed row keeps its texts, and gets blank ones in new columns.
        return Array.from({ length }, (_, column) => cells[column] ?? '');
      }),
    }),
    removedRows: rowsAt,
    removedColumns: columnsAt,
  };
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
  const { all, removedRows } = draft;
  const positions = keptPositions(all.rows, removedRows);
  const [start, end] = [positions[from], positions[to]];
  const cells = start === undefined ? undefined : all.rows[start];
  if (start === undefined || end === undefined || !cells) return draft;
  return {
    ...draft,
    all: { ...all, rows: all.rows.toSpliced(start, 1).toSpliced(end, 0, cells) },
    removedRows: removedRows.map((at) =>
      at > start && at <= end ? at - 1 : at < start && at >= end ? at + 1 : at,
    ),
  };
}

/** Marks a row, given by its index among the kept ones. Drops it for good if no one typed anything in it. */
export function withRowRemoved(draft: GridDraft, row: number, isUntouched = false): GridDraft {
  const { all, removedRows } = draft;
  const at = keptPositions(all.rows, removedRows)[row];
  if (at === undefined) return draft;
  if (isUntouched || isBlankRow(all.rows[at] ?? [])) {
    return {
      ...draft,
      all: withoutRow(all, at),
      removedRows: removedRows.map((each) => (each > at ? each - 1 : each)),
    };
  }
  return { ...draft, removedRows: [...removedRows, at].toSorted((a, b) => a - b) };
}

/** Marks a column, given by its index among the kept ones. Drops it for good if it is blank. */
export function withColumnRemoved(draft: GridDraft, column: number): GridDraft {
  const { all, removedColumns } = draft;
  const at = keptPositions(all.headers, removedColumns)[column];
  if (at === undefined) return draft;
  if (isBlankRow([all.headers, ...all.rows].map((texts) => texts[at] ?? ''))) {
    return {
      ...draft,
      all: withoutColumn(all, at),
      removedColumns: removedColumns.map((each) => (each > at ? each - 1 : each)),
    };
  }
  return { ...draft, removedColumns: [...removedColumns, at].toSorted((a, b) => a - b) };
}

/** Restores a removed row, given by its index in `all`. */
export const withRowRestored = (draft: GridDraft, at: number): GridDraft => ({
  ...draft,
  removedRows: draft.removedRows.filter((each) => each !== at),
});

/** Restores a removed column, given by its index in `all`. */
export const withColumnRestored = (draft: GridDraft, at: number): GridDraft => ({
  ...draft,
  removedColumns: draft.removedColumns.filter((each) => each !== at),
});
