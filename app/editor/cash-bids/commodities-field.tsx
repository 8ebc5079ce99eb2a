import { useCallback, useMemo, useState, type ClipboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { BOARD_LIMITS, type Commodity } from '#contract/cash-bids.ts';
import { FieldRow } from '#app/editor/field-row.tsx';
import {
  withNewRow,
  withText,
  writeGrid,
  type Grid,
  type Place,
} from '#app/editor/price-tables/table-grid.ts';
import { idsOf } from '#app/editor/price-tables/table-ids.ts';
import { pasteBlock, pastedInWords } from '#app/editor/price-tables/table-paste.ts';
import { TableSheet } from '#app/editor/price-tables/table-sheet.tsx';
import { parseBlock } from '#app/editor/price-tables/table-text.ts';
import { PriceSheet } from '#app/ui/price-sheet.tsx';
import { useField } from '#app/editor/use-field.ts';
import { COMMODITY_FIGURES, commodityRemarks, parseCommodities, toCommodities } from './commodity-grid.ts';
import { saveCommodities } from './save-board.ts';
import styles from '#app/editor/price-tables/table-field.module.css';

const ID = 'cash-bids-commodities';
const NAME = 'Commodities';
const NONE: Grid = { headers: [], rows: [] };

/** What holds for all bids of a grain: its bushel, how its price is rounded, its futures. */
export function CommoditiesField({
  section,
  saved,
  version,
  onSaved,
}: {
  section: string;
  saved: string;
  version: number;
  /** Told of the rules that hold from now on. */
  onSaved: (commodities: readonly Commodity[]) => void;
}) {
  const ids = idsOf(ID);
  const save = useCallback(
    async (text: string, basedOn: number) => {
      const result = await saveCommodities(text, basedOn);
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
  const savedGrid = useMemo(() => parseCommodities(field.state.saved) ?? NONE, [field.state.saved]);
  const grid = useMemo(
    () => parseCommodities(field.state.draft) ?? savedGrid,
    [field.state.draft, savedGrid],
  );
  const remarks = useMemo(() => commodityRemarks(grid), [grid]);
  const [notice, setNotice] = useState('');

  function change(next: Grid, { focus, words = '' }: { focus?: string; words?: string } = {}) {
    setNotice(words);
    flushSync(() => field.type(writeGrid(next)));
    if (focus !== undefined) document.getElementById(focus)?.focus();
  }

  function addRow() {
    if (grid.rows.length >= BOARD_LIMITS.commodities) {
      return setNotice(`There is room for ${BOARD_LIMITS.commodities} commodities.`);
    }
    const { rows } = withNewRow(grid);
    const ruled = [...rows.slice(0, -1), ['', '', 'half up', '2', '']];
    change({ ...grid, rows: ruled }, { focus: ids.text({ row: grid.rows.length, column: 0 }) });
  }

  function onPaste(event: ClipboardEvent, place: Place) {
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    if (!block) return;
    event.preventDefault();
    const pasted = pasteBlock(grid, place, block, { isBasic: true, rows: BOARD_LIMITS.commodities });
    change(pasted.grid, { focus: ids.text(place), words: pastedInWords(pasted) });
  }

  const theirs = field.state.theirs && (parseCommodities(field.state.theirs.content) ?? NONE);
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
      theirs={theirs && <PriceSheet name={NAME} table={{ ...theirs, changedAt: null }} />}
      actions={
        <button type="button" id={ids.addRow} onClick={addRow}>
          Add Row
        </button>
      }
    >
      <TableSheet
        id={ID}
        name={NAME}
        grid={grid}
        saved={savedGrid}
        isBasic
        fixed={{
          stood: grid.rows.map((_, row) => savedGrid.rows[row] ?? []),
          remarks,
          figures: COMMODITY_FIGURES,
          onType: (place, text) => change(withText(grid, place, text)),
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
