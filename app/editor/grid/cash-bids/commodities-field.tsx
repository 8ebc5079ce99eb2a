import type { VersionId } from '#contract/content-version.ts';
import { useMemo } from 'react';
import { BID_LIMITS, type Commodity } from '#contract/cash-bids.ts';
import { keptGrid, withText, type GridDraft } from '#app/editor/grid/grid.ts';
import { keptTexts } from '#app/editor/grid/grid-draft.ts';
import { mergeGrids } from '#app/editor/grid/merge-grids.ts';
import { GridField } from '#app/editor/grid/grid-field.tsx';
import { PriceTableView } from '#app/ui/price-table-view.tsx';
import { adminApi, callAs } from '#app/editor/shell/admin-api.ts';
import { useField } from '#app/editor/field/use-field.ts';
import {
  COMMODITIES_FORM,
  COMMODITY_KINDS,
  gridOfCommodities,
  commodityWarnings,
  NEW_COMMODITY,
  toCommodities,
} from './commodity-grid.ts';
import { SAVED_COMMODITIES } from './submit-bids.ts';
import { useGridSteps } from '#app/editor/grid/use-grid-steps.ts';

const ID = 'cash-bids-commodities';
const NAME = 'Commodities';

export function CommoditiesField({
  section,
  saved,
  version,
  onSaved,
}: {
  section: string;
  saved: GridDraft;
  version: VersionId;
  onSaved: (commodities: readonly Commodity[]) => void;
}) {
  const field = useField(
    {
      section,
      field: ID,
      subject: 'cash-commodities',
      saved,
      version,
      ...SAVED_COMMODITIES,
      async save(sent: GridDraft, ...versions) {
        const result = await SAVED_COMMODITIES.save(sent, ...versions);
        if (result.outcome === 'done') onSaved(toCommodities(keptGrid(sent)));
        return result;
      },
      load: () =>
        callAs(adminApi.bidList(), (bidList) => {
          onSaved(bidList.commodities);
          return gridOfCommodities(bidList);
        }),
      mergeDraft: mergeGrids,
      whenSignedOut: 'fail',
    },
    COMMODITIES_FORM,
  );
  const { draft, saved: savedGrid, theirs } = field.state;
  const steps = useGridSteps({
    id: ID,
    draft,
    maxRows: BID_LIMITS.commodities,
    fullMessage: `You've reached the limit of ${BID_LIMITS.commodities} commodities. Remove a row to add another.`,
    newRow: () => [...NEW_COMMODITY],
    onChange: field.type,
  });
  const { grid } = steps;
  const warnings = useMemo(() => commodityWarnings(grid), [grid]);

  return (
    <GridField
      id={ID}
      name={NAME}
      field={field}
      draft={draft}
      previous={keptTexts(
        draft,
        draft.rows.map((_, row) => savedGrid.rows[row] ?? []),
      )}
      warnings={warnings}
      kinds={COMMODITY_KINDS}
      steps={steps}
      onType={(position, text) => steps.change(withText(grid, position, text))}
      theirs={theirs && <PriceTableView name={NAME} table={{ ...theirs.content, changedAt: null }} />}
    />
  );
}
