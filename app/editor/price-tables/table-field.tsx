import { useCallback, useMemo, useState, type ClipboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { FieldRow } from '#app/editor/field/field-row.tsx';
import { useField } from '#app/editor/field/use-field.ts';
import { PriceTableView } from '#app/ui/price-table-view.tsx';
import { PRICE_TABLE_LIMITS, type PriceTableType } from '#contract/price-tables.ts';
import { CopyTable } from '#app/editor/grid/copy-table.tsx';
import { PasteConfirmation } from './paste-confirmation.tsx';
import {
  HEADER_ROW,
  canAdd,
  parseGrid,
  withNewColumn,
  withNewRow,
  serializeGrid,
  type Grid,
  type CellPosition,
} from '#app/editor/grid/grid.ts';
import { idsOf } from '#app/editor/grid/grid-ids.ts';
import { blockWidth, pasteBlock, pastedMessage, availableColumns } from '#app/editor/grid/paste-block.ts';
import { submitTable } from './submit-table.ts';
import { Spreadsheet } from '#app/editor/grid/spreadsheet.tsx';
import { parseBlock } from '#app/editor/grid/parse-block.ts';
import styles from '#app/editor/grid/grid-field.module.css';

const EMPTY_GRID: Grid = { headers: [], rows: [] };

export function TableField({
  section,
  type,
  name,
  hasFixedColumns,
  saved,
  version,
}: {
  section: string;
  type: PriceTableType;
  name: string;
  hasFixedColumns: boolean;
  saved: string;
  version: number;
}) {
  const id = `table-${type}`;
  const ids = idsOf(id);
  const save = useCallback(
    (text: string, baseVersion: number) => submitTable({ type, hasFixedColumns }, text, baseVersion),
    [type, hasFixedColumns],
  );
  const field = useField({ section, field: id, saved, version, save, whenSignedOut: 'fail' });
  const { draft, saved: savedText } = field.state;
  const savedGrid = useMemo(() => parseGrid(savedText) ?? EMPTY_GRID, [savedText]);
  const grid = useMemo(() => parseGrid(draft) ?? savedGrid, [draft, savedGrid]);
  const theirs = field.state.theirs && (parseGrid(field.state.theirs.content) ?? EMPTY_GRID);
  const [notice, setNotice] = useState('');
  const [pendingPaste, setPendingPaste] = useState<{ position: CellPosition; block: string[][] }>();

  /** Applies a change and its status message. Renders it synchronously before focusing, as the element may be new. */
  function change(next: Grid, { focus, message = '' }: { focus?: string; message?: string } = {}) {
    setNotice(message);
    if (focus === undefined) return field.type(serializeGrid(next));
    flushSync(() => field.type(serializeGrid(next)));
    document.getElementById(focus)?.focus();
  }

  function addRow() {
    if (!canAdd.rows(grid))
      return setNotice(`This table is full (${PRICE_TABLE_LIMITS.rows} rows). Remove a row to add another.`);
    change(withNewRow(grid), { focus: ids.text({ row: grid.rows.length, column: 0 }) });
  }

  function addColumn() {
    if (!canAdd.columns(grid))
      return setNotice(
        `This table is full (${PRICE_TABLE_LIMITS.columns} columns). Remove a column to add another.`,
      );
    change(withNewColumn(grid), { focus: ids.text({ row: HEADER_ROW, column: grid.headers.length }) });
  }

  function paste(position: CellPosition, block: string[][]) {
    setPendingPaste(undefined);
    const pasted = pasteBlock(grid, position, block, { hasFixedColumns });
    change(pasted.grid, { focus: ids.text(position), message: pastedMessage(pasted) });
  }

  function onPaste(event: ClipboardEvent, position: CellPosition) {
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    // Leave a single cell to the browser's own paste.
    if (!block) return;
    event.preventDefault();
    if (blockWidth(block) <= availableColumns(grid, position, hasFixedColumns)) return paste(position, block);
    flushSync(() => setPendingPaste({ position, block }));
    document.getElementById(ids.pasteConfirmation)?.focus();
  }

  function cancelPaste(position: CellPosition) {
    setPendingPaste(undefined);
    document.getElementById(ids.text(position))?.focus();
  }

  return (
    <FieldRow
      id={id}
      name={name}
      label={
        <h3 id={id} className={styles.heading} tabIndex={-1}>
          {name}
        </h3>
      }
      field={field}
      isWide
      saveLabel="Save"
      theirs={theirs && <PriceTableView name={name} table={{ ...theirs, changedAt: null }} />}
      actions={
        <>
          <button type="button" id={ids.addRow} onClick={addRow}>
            Add Row
          </button>
          {!hasFixedColumns && (
            <button type="button" onClick={addColumn}>
              Add Column
            </button>
          )}
          <CopyTable name={name} grid={grid} onStatus={setNotice} />
        </>
      }
    >
      <Spreadsheet
        id={id}
        name={name}
        grid={grid}
        saved={savedGrid}
        hasFixedColumns={hasFixedColumns}
        onChange={change}
        onNewRow={addRow}
        onPaste={onPaste}
        onSave={field.save}
      />
      {pendingPaste && (
        <PasteConfirmation
          id={ids.pasteConfirmation}
          width={blockWidth(pendingPaste.block)}
          columns={grid.headers.length}
          available={availableColumns(grid, pendingPaste.position, hasFixedColumns)}
          onPaste={() => paste(pendingPaste.position, pendingPaste.block)}
          onCancel={() => cancelPaste(pendingPaste.position)}
        />
      )}
      <p className={styles.notice} aria-live="polite">
        {notice}
      </p>
    </FieldRow>
  );
}
