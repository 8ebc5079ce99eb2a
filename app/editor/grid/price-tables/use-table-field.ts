import type { VersionId } from '#contract/content-version.ts';
import { useMemo } from 'react';
import type { PriceTableType } from '#contract/price-tables.ts';
import { useField } from '#app/editor/field/use-field.ts';
import { GRID_FORM, keptGrid, type GridDraft } from '#app/editor/grid/grid.ts';
import { keptTexts } from '#app/editor/grid/grid-draft.ts';
import { mergeGrids } from '#app/editor/grid/merge-grids.ts';
import { savedQuestions } from '#app/editor/grid/price-question.ts';
import { loadTable, submitTable } from './submit-table.ts';
import { previousCells, priceQuestions } from './table-warnings.ts';

/**
 * Manages a price table as a field, with the saved text and a question about each cell. `onSaved` gets the questions about
 * prices that were just saved, or ''.
 */
export function useTableField({
  section,
  type,
  hasFixedColumns = false,
  saved,
  version,
  onSaved,
}: {
  section: string;
  type: PriceTableType;
  hasFixedColumns?: boolean | undefined;
  saved: GridDraft;
  version: VersionId;
  onSaved?: (questions: string) => void;
}) {
  const table = { type, hasFixedColumns };
  const field = useField(
    {
      section,
      field: `table-${type}`,
      subject: `price-table:${type}`,
      saved,
      version,
      async save(sent: GridDraft, baseVersion: VersionId, base: GridDraft) {
        const result = await submitTable(table, sent, baseVersion);
        if (result.outcome === 'done') onSaved?.(questionsAfterSave(base, sent));
        return result;
      },
      load: () => loadTable(table),
      mergeDraft: mergeGrids,
      whenSignedOut: 'fail',
    },
    GRID_FORM,
  );
  const { draft, saved: savedGrid } = field.state;
  const grid = useMemo(() => keptGrid(draft), [draft]);
  const previous = useMemo(() => keptTexts(draft, previousCells(savedGrid, draft)), [savedGrid, draft]);
  const questions = useMemo(() => priceQuestions(grid, previous), [previous, grid]);
  return { field, grid, previous, questions };
}

function questionsAfterSave(base: GridDraft, sent: GridDraft): string {
  const grid = keptGrid(sent);
  return savedQuestions(priceQuestions(grid, previousCells(base, grid)));
}
