import type { VersionId } from '#contract/content-version.ts';
import { useMemo } from 'react';
import type { StoredForm } from '#app/editor/field/stored-form.ts';
import { useField, type FieldSource } from '#app/editor/field/use-field.ts';
import { keptGrid, type Grid, type GridDraft } from './grid.ts';
import { keptTexts } from './grid-draft.ts';
import { savedQuestions } from './price-question.ts';

/** `onSaved` gets the questions about the prices that were just saved, or ''. */
export type GridFieldProps<Draft> = Pick<
  FieldSource<Draft>,
  'section' | 'saved' | 'version' | 'changedAt'
> & {
  onSaved?: (questions: string) => void;
};

/** Manages a grid as a field, with the saved text of each cell and a question about it, both in the grid's shape. */
export function useGridField<Draft extends GridDraft>(
  {
    save,
    previousOf,
    questionsOf,
    onSaved,
    ...source
  }: GridFieldProps<Draft> &
    FieldSource<Draft> & {
      previousOf: (saved: Grid, grid: Grid) => string[][];
      questionsOf: (grid: Grid, previous: string[][]) => string[][];
    },
  form: StoredForm<Draft>,
) {
  const field = useField(
    {
      ...source,
      async save(sent: Draft, baseVersion: VersionId, base: Draft) {
        const result = await save(sent, baseVersion, base);
        const [before, now] = [keptGrid(base), keptGrid(sent)];
        const questions = savedQuestions(questionsOf(now, previousOf(before, now)));
        if (result.outcome === 'done') onSaved?.(questions && `Saved. ${questions}`);
        return result;
      },
      whenSignedOut: 'fail',
    },
    form,
  );
  const { draft, saved } = field.state;
  const grid = useMemo(() => keptGrid(draft), [draft]);
  const previous = useMemo(() => keptTexts(draft, previousOf(saved, draft)), [previousOf, draft, saved]);
  return { field, grid, previous, questions: questionsOf(grid, previous) };
}
