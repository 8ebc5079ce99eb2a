import { useMemo } from 'react';
import type { BidList, Commodity } from '#contract/cash-bids.ts';
import { useGridField, type GridFieldProps } from '#app/editor/grid/use-grid-field.ts';
import { BIDS_FORM, previousBids, warningsOf, type BidDraft } from './bid-grid.ts';
import { bidPriceQuestions } from './bid-questions.ts';
import { mergeBidLists } from './merge-bids.ts';
import { loadBids, SAVED_BIDS } from './submit-bids.ts';

export const BIDS_ID = 'cash-bids-rows';
export const BIDS_NAME = 'Bids';

/** Returns when a bid last changed. */
export const bidsChangedAt = ({ bids }: BidList): string | null =>
  bids
    .map(({ asOf }) => asOf)
    .toSorted()
    .at(-1) ?? null;

/** Manages the cash bids as a field, with errors and computed cash prices in the shape of the grid. */
export function useBidsField({
  commodities,
  ...source
}: GridFieldProps<BidDraft> & { commodities: readonly Commodity[] }) {
  const sheet = useGridField(
    {
      ...source,
      field: BIDS_ID,
      subject: 'cash-bids',
      ...SAVED_BIDS,
      load: loadBids,
      mergeDraft: mergeBidLists,
      previousOf: previousBids,
      questionsOf: (grid, previous) => bidPriceQuestions(grid, previous, commodities),
    },
    BIDS_FORM,
  );
  const messages = useMemo(() => warningsOf(sheet.grid, commodities), [sheet.grid, commodities]);
  return { ...sheet, ...messages };
}
