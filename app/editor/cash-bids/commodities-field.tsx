import { useCallback, useMemo } from 'react';
import { BID_LIMITS, type Commodity } from '#contract/cash-bids.ts';
import { EMPTY_GRID, serializeGrid, withText } from '#app/editor/grid/grid.ts';
import { GridField } from '#app/editor/grid/grid-field.tsx';
import { Spreadsheet } from '#app/editor/grid/spreadsheet.tsx';
import { PriceTableView } from '#app/ui/price-table-view.tsx';
import { useField } from '#app/editor/field/use-field.ts';
import {
  NUMERIC_COMMODITY_COLUMNS,
  commodityWarnings,
  NEW_COMMODITY,
  parseCommodities,
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
  version: number;
  onSaved: (commodities: readonly Commodity[]) => void;
}) {
  const save = useCallback(
    async (text: string, baseVersion: number) => {
      const result = await submitCommodities(text, baseVersion);
      const now = result.outcome === 'done' && parseCommodities(text);
      if (now) onSaved(toCommodities(now));
      return result;
    },
    [onSaved],
  );
  const field = useField({
    section,
    field: ID,
    saved,
    version,
    save,
    whenSignedOut: 'fail',
  });
  const savedGrid = useMemo(() => parseCommodities(field.state.saved) ?? EMPTY_GRID, [field.state.saved]);
  const grid = useMemo(
    () => parseCommodities(field.state.draft) ?? savedGrid,
    [field.state.draft, savedGrid],
  );
  const warnings = useMemo(() => commodityWarnings(grid), [grid]);
  const steps = useGridSteps({
    id: ID,
    grid,
    maxRows: BID_LIMITS.commodities,
    fullMessage: `You've reached the limit of ${BID_LIMITS.commodities} commodities. Remove a row to add another.`,
    newRow: () => [...NEW_COMMODITY],
    onChange: (next) => field.type(serializeGrid(next)),
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
        grid={grid}
        previous={grid.rows.map((_, row) => savedGrid.rows[row] ?? [])}
        warnings={warnings}
        numericColumns={NUMERIC_COMMODITY_COLUMNS}
        steps={steps}
        onType={(position, text) => steps.change(withText(grid, position, text))}
        onSave={field.save}
      />
    </GridField>
  );
}
