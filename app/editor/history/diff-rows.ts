import { alignLists } from './diff-words.ts';

/** A cell before and after a change; undefined on one side if the cell or its row was added or removed. */
export type CellChange = { before: string | undefined; after: string | undefined };

/** A row before and after a change, with its position in the list after it, or before it if it was removed. */
export type RowChange = { kind: 'same' | 'changed' | 'removed' | 'added'; row: number; cells: CellChange[] };

type Rows = readonly (readonly string[])[];

/** Pairs the rows of two tables by their first cell, and others between them by their position. */
export function diffRows(before: Rows, after: Rows, firstRow: number): RowChange[] {
  const changes: RowChange[] = [];
  let removed: (readonly string[])[] = [];
  let added: (readonly string[])[] = [];
  const position = { before: firstRow, after: firstRow };
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const [old, next] = [removed[index], added[index]];
      const row = next ? position.after++ : position.before;
      if (old) position.before += 1;
      const kind = !old ? 'added' : !next ? 'removed' : 'changed';
      changes.push({ kind, row, cells: cellsOf(old, next) });
    }
    [removed, added] = [[], []];
  };
  for (const step of alignLists(before, after, hasSameName)) {
    if (step.before && step.after) {
      flush();
      const kind = hasEqualCells(step.before, step.after) ? 'same' : 'changed';
      changes.push({ kind, row: position.after++, cells: cellsOf(step.before, step.after) });
      position.before += 1;
    } else if (step.before) {
      removed.push(step.before);
    } else if (step.after) {
      added.push(step.after);
    }
  }
  flush();
  return changes;
}

const hasSameName = ([one = '']: readonly string[], [other = '']: readonly string[]) => one === other;

const hasEqualCells = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((cell, index) => cell === other[index]);

export function cellsOf(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): CellChange[] {
  const count = Math.max(before?.length ?? 0, after?.length ?? 0);
  return Array.from({ length: count }, (_, index) => ({ before: before?.[index], after: after?.[index] }));
}
