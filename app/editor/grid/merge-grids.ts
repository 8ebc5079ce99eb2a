import { conflictKey, mergeShowing, REMOVED } from '#app/editor/field/merge-draft.ts';
import type { Versions } from '#shared/merge-lists.ts';
import { mergeTables, type Line, type TableConflict } from '#shared/merge-tables.ts';
import { keptGrid, type GridDraft } from './grid.ts';

const mergeKept = ({ base, mine, theirs }: Versions<GridDraft>, decide?: Parameters<typeof mergeTables>[1]) =>
  mergeTables({ base: keptGrid(base), mine: keptGrid(mine), theirs: keptGrid(theirs) }, decide);

/** Merges a draft into a grid that someone else has changed. */
export const mergeGrids = mergeShowing<GridDraft, TableConflict>(
  (versions, decide) => mergeKept(versions, decide).table,
  ({ line, id, field, mine, theirs, base }, versions) => {
    // The headers of the columns are known after a first merge.
    const headers = new Map(mergeKept(versions).columns.map((each) => [each.id, each['header'] ?? '']));
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
  },
);
