import type { VersionId } from '#contract/content-version.ts';
import { useCallback, useMemo } from 'react';
import { BID_LIMITS, type Commodity } from '#contract/cash-bids.ts';
import { EMPTY_GRID, keptGrid, withText } from '#app/editor/grid/grid.ts';
import { keptTexts, serializeGridDraft, toGridDraft } from '#app/editor/grid/grid-draft.ts';
import { mergeGrids } from '#app/editor/grid/merge-grids.ts';
import { GridField } from '#app/editor/grid/grid-field.tsx';
import { Spreadsheet } from '#app/editor/grid/spreadsheet.tsx';
import { PriceTableView } from '#app/ui/price-table-view.tsx';
import { adminApi } from '#app/editor/frame/admin-api.ts';
import { useField } from '#app/editor/field/use-field.ts';
import {
  NUMERIC_COMMODITY_COLUMNS,
  commodityText,
  commodityWarnings,
  NEW_COMMODITY,
  parseCommodities,
  parseCommodityDraft,
  toCommodities,
} from './commodity-grid.ts';
import { submitCommodities } from './submit-bids.ts';
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
  saved: string;
  version: VersionId;
  onSaved: (commodities: readonly Commodity[]) => void;
}) {
  const save = useCallback(
    async (text: string, baseVersion: VersionId) => {
      const result = await submitCommodities(text, baseVersion);
      const now = result.outcome === 'done' && parseCommodities(text);
      if (now) onSaved(toCommodities(now));
      return result;
    },
    [onSaved],
  );
  const load = useCallback(async () => {
    const result = await adminApi.bidList();
    if (result.outcome !== 'done') return result;
    onSaved(result.body.commodities);
    return { ...result, body: commodityText(result.body) };
  }, [onSaved]);
  const field = useField({
    section,
    field: ID,
    subject: 'cash-commodities',
    saved,
    version,
    save,
    load,
    mergeDraft: mergeGrids,
    whenSignedOut: 'fail',
  });
  const savedGrid = useMemo(() => parseCommodities(field.state.saved) ?? EMPTY_GRID, [field.state.saved]);
  const draft = useMemo(
    () => parseCommodityDraft(field.state.draft) ?? toGridDraft(savedGrid),
    [field.state.draft, savedGrid],
  );
  const grid = useMemo(() => keptGrid(draft), [draft]);
  const warnings = useMemo(() => commodityWarnings(grid), [grid]);
  const steps = useGridSteps({
    id: ID,
    draft,
    grid,
    maxRows: BID_LIMITS.commodities,
    fullMessage: `You've reached the limit of ${BID_LIMITS.commodities} commodities. Remove a row to add another.`,
    newRow: () => [...NEW_COMMODITY],
    onChange: (next) => field.type(serializeGridDraft(next)),
  });

  const theirs = field.state.theirs && (parseCommodities(field.state.theirs.content) ?? EMPTY_GRID);
  return (
    <GridField
      id={ID}
      name={NAME}
      field={field}
      theirs={theirs && <PriceTableView name={NAME} table={{ ...theirs, changedAt: null }} />}
      steps={steps}
    >
      <Spreadsheet
        id={ID}
        name={NAME}
        draft={draft}
        previous={keptTexts(
          draft,
          draft.all.rows.map((_, row) => savedGrid.rows[row] ?? []),
        )}
        warnings={warnings}
        numericColumns={NUMERIC_COMMODITY_COLUMNS}
        steps={steps}
        onType={(position, text) => steps.change(withText(grid, position, text))}
        onSave={field.save}
      />
    </GridField>
  );
}
