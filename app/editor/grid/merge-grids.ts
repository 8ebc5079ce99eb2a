import { conflictKey, REMOVED, type MergeDraft, type ShownConflict } from '#app/editor/field/merge-draft.ts';
import { mergeTables, type Line, type TableConflict } from '#shared/merge-tables.ts';
import { parseGrid, serializeGrid } from './grid.ts';

/** Merges a serialized draft into a grid that someone else has changed. */
export const mergeGrids: MergeDraft = ({ draft, base, theirs }, choose = () => 'mine') => {
  const [before, mine, newer] = [base, draft, theirs].map(parseGrid);
  if (!before || !mine || !newer) return undefined;
  const versions = { base: before, mine, theirs: newer };
  // The headers of the columns are known after a first merge.
  const headers = new Map(mergeTables(versions).columns.map(({ id, header }) => [id, header ?? '']));
  const conflicts: ShownConflict[] = [];
  const { table } = mergeTables(versions, (conflict) => {
    const shown = show(conflict, headers);
    conflicts.push(shown);
    return choose(shown.key);
  });
  return { merged: serializeGrid(table), conflicts };
};

function show(
  { line, id, field, mine, theirs, base }: TableConflict,
  headers: ReadonlyMap<string, string>,
): ShownConflict {
  const textsOf = (each: Line) => [...headers.keys()].map((column) => each[column] ?? '');
  const valueOf = (each: Line | undefined) => {
    if (!each) return REMOVED;
    if (line === 'column') return each['header'] ?? '';
    return field === undefined ? textsOf(each).filter(Boolean).join(', ') : (each[field] ?? '');
  };
  const [named] = [mine, theirs, base].filter((each) => each !== undefined);
  const rowName = named && line === 'row' ? (textsOf(base ?? named).find(Boolean) ?? '') : '';
  const name =
    line === 'column'
      ? `Column ${(base ?? named)?.['header'] ?? ''}`
      : [rowName, field === undefined ? '' : headers.get(field)].filter(Boolean).join(', ');
  return {
    key: conflictKey(`${line} ${id}`, field),
    name: name.trim(),
    mine: valueOf(mine),
    theirs: valueOf(theirs),
  };
}
