import { useCallback, useMemo } from 'react';
import { BID_LIMITS, type Commodity } from '#contract/cash-bids.ts';
import { FieldRow } from '#app/editor/field/field-row.tsx';
import { withText, serializeGrid, type Grid } from '#app/editor/grid/grid.ts';
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
import styles from '#app/editor/grid/grid-field.module.css';

const ID = 'cash-bids-commodities';
const NAME = 'Commodities';
const EMPTY_GRID: Grid = { headers: [], rows: [] };

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
  const { addRowId, notice, change, addRow, onPaste } = useGridSteps({
    id: ID,
    name: NAME,
    grid,
    limit: BID_LIMITS.commodities,
    newRow: () => [...NEW_COMMODITY],
    onChange: (next) => field.type(serializeGrid(next)),
  });

  const theirs = field.state.theirs && (parseCommodities(field.state.theirs.content) ?? EMPTY_GRID);
  return (
    <FieldRow
      id={ID}
      name={NAME}
      label={
        <h3 id={ID} className={styles.heading} tabIndex={-1}>
          {NAME}
        </h3>
      }
      field={field}
      isWide
      saveLabel="Save"
      theirs={theirs && <PriceTableView name={NAME} table={{ ...theirs, changedAt: null }} />}
      actions={
        <button type="button" id={addRowId} onClick={addRow}>
          Add Row
        </button>
      }
    >
      <Spreadsheet
        id={ID}
        name={NAME}
        grid={grid}
        saved={savedGrid}
        hasFixedColumns
        fixed={{
          previous: grid.rows.map((_, row) => savedGrid.rows[row] ?? []),
          warnings,
          numericColumns: NUMERIC_COMMODITY_COLUMNS,
          onType: (position, text) => change(withText(grid, position, text)),
        }}
        onChange={change}
        onNewRow={addRow}
        onPaste={onPaste}
        onSave={field.save}
      />
      <p className={styles.notice} aria-live="polite">
        {notice}
      </p>
    </FieldRow>
  );
}
