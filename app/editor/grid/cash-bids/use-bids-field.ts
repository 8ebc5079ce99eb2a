import type { VersionId } from '#contract/content-version.ts';
import { useMemo } from 'react';
import type { Commodity } from '#contract/cash-bids.ts';
import { useField } from '#app/editor/field/use-field.ts';
import { keptGrid } from '#app/editor/grid/grid.ts';
import { keptTexts } from '#app/editor/grid/grid-draft.ts';
import { savedQuestions } from '#app/editor/grid/price-question.ts';
import { BIDS_FORM, bidPriceQuestions, previousBids, warningsOf, type BidDraft } from './bid-grid.ts';
import { mergeBidLists } from './merge-bids.ts';
import { loadBids, submitBids } from './submit-bids.ts';

export const BIDS_ID = 'cash-bids-rows';
export const BIDS_NAME = 'Bids';

/**
 * Manages the cash bids as a field, with the saved text of each cell, and remarks in the shape of the grid. `onSaved` gets
 * the questions about prices that were just saved, or ''.
 */
export function useBidsField({
  section,
  saved,
  version,
  commodities,
  onSaved,
}: {
  section: string;
  saved: BidDraft;
  version: VersionId;
  commodities: readonly Commodity[];
  onSaved?: (questions: string) => void;
}) {
  const field = useField(
    {
      section,
      field: BIDS_ID,
      subject: 'cash-bids',
      saved,
      version,
      async save(sent: BidDraft, baseVersion: VersionId, before: BidDraft) {
        const result = await submitBids(sent, baseVersion);
        if (result.outcome === 'done') onSaved?.(questionsAfterSave(before, sent, commodities));
        return result;
      },
      load: loadBids,
      mergeDraft: mergeBidLists,
      whenSignedOut: 'fail',
    },
    BIDS_FORM,
  );
  const { draft, saved: savedGrid } = field.state;
  const grid = useMemo(() => keptGrid(draft), [draft]);
  const previous = useMemo(() => keptTexts(draft, previousBids(savedGrid, draft)), [draft, savedGrid]);
  const messages = useMemo(() => warningsOf(grid, commodities), [grid, commodities]);
  const questions = useMemo(
    () => bidPriceQuestions(grid, previous, commodities),
    [grid, previous, commodities],
  );
  return { field, grid, previous, questions, ...messages };
}

function questionsAfterSave(base: BidDraft, sent: BidDraft, commodities: readonly Commodity[]): string {
  const grid = keptGrid(sent);
  return savedQuestions(bidPriceQuestions(grid, previousBids(keptGrid(base), grid), commodities));
}
