import { useCallback, useMemo, useState, type ClipboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { FieldRow } from '#app/editor/field-row.tsx';
import { useField } from '#app/editor/use-field.ts';
import { PriceSheet } from '#app/ui/price-sheet.tsx';
import { PRICE_TABLE_LIMITS, type PriceTableType } from '#contract/price-tables.ts';
import { CopyTable } from './copy-table.tsx';
import { PasteQuestion } from './paste-question.tsx';
import {
  HEADER_ROW,
  mayGrow,
  parseGrid,
  withNewColumn,
  withNewRow,
  writeGrid,
  type Grid,
  type Place,
} from './table-grid.ts';
import { idsOf } from './table-ids.ts';
import { blockWidth, pasteBlock, pastedInWords, roomAt } from './table-paste.ts';
import { saveTable } from './table-save.ts';
import { TableSheet } from './table-sheet.tsx';
import { parseBlock } from './table-text.ts';
import styles from './table-field.module.css';

const NO_TABLE: Grid = { headers: [], rows: [] };

export function TableField({
  section,
  type,
  name,
  isBasic,
  saved,
  version,
}: {
  section: string;
  type: PriceTableType;
  name: string;
  isBasic: boolean;
  saved: string;
  version: number;
}) {
  const id = `table-${type}`;
  const ids = idsOf(id);
  const save = useCallback(
    (text: string, basedOn: number) => saveTable({ type, isBasic }, text, basedOn),
    [type, isBasic],
  );
  const field = useField({ section, field: id, saved, version, save, whenSignedOut: 'fail' });
  const { draft, saved: savedText } = field.state;
  const savedGrid = useMemo(() => parseGrid(savedText) ?? NO_TABLE, [savedText]);
  const grid = useMemo(() => parseGrid(draft) ?? savedGrid, [draft, savedGrid]);
  const theirs = field.state.theirs && (parseGrid(field.state.theirs.content) ?? NO_TABLE);
  const [notice, setNotice] = useState('');
  const [asked, setAsked] = useState<{ place: Place; block: string[][] }>();

  /** Applies a change and its status message. Renders it synchronously before focusing, as the element may be new. */
  function change(next: Grid, { focus, words = '' }: { focus?: string; words?: string } = {}) {
    setNotice(words);
    if (focus === undefined) return field.type(writeGrid(next));
    flushSync(() => field.type(writeGrid(next)));
    document.getElementById(focus)?.focus();
  }

  function addRow() {
    if (!mayGrow.rows(grid))
      return setNotice(`This table is full (${PRICE_TABLE_LIMITS.rows} rows). Remove a row to add another.`);
    change(withNewRow(grid), { focus: ids.text({ row: grid.rows.length, column: 0 }) });
  }

  function addColumn() {
    if (!mayGrow.columns(grid))
      return setNotice(
        `This table is full (${PRICE_TABLE_LIMITS.columns} columns). Remove a column to add another.`,
      );
    change(withNewColumn(grid), { focus: ids.text({ row: HEADER_ROW, column: grid.headers.length }) });
  }

  function paste(place: Place, block: string[][]) {
    setAsked(undefined);
    const pasted = pasteBlock(grid, place, block, { isBasic });
    change(pasted.grid, { focus: ids.text(place), words: pastedInWords(pasted) });
  }

  function onPaste(event: ClipboardEvent, place: Place) {
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    // Leave a single cell to the browser's own paste.
    if (!block) return;
    event.preventDefault();
    if (blockWidth(block) <= roomAt(grid, place, isBasic)) return paste(place, block);
    flushSync(() => setAsked({ place, block }));
    document.getElementById(ids.question)?.focus();
  }

  function pasteNothing(place: Place) {
    setAsked(undefined);
    document.getElementById(ids.text(place))?.focus();
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
      theirs={theirs && <PriceSheet name={name} table={{ ...theirs, changedAt: null }} />}
      actions={
        <>
          <button type="button" id={ids.addRow} onClick={addRow}>
            Add Row
          </button>
          {!isBasic && (
            <button type="button" onClick={addColumn}>
              Add Column
            </button>
          )}
          <CopyTable name={name} grid={grid} onTold={setNotice} />
        </>
      }
    >
      <TableSheet
        id={id}
        name={name}
        grid={grid}
        saved={savedGrid}
        isBasic={isBasic}
        onChange={change}
        onNewRow={addRow}
        onPaste={onPaste}
        onSave={field.save}
      />
      {asked && (
        <PasteQuestion
          id={ids.question}
          width={blockWidth(asked.block)}
          columns={grid.headers.length}
          room={roomAt(grid, asked.place, isBasic)}
          onPaste={() => paste(asked.place, asked.block)}
          onNothing={() => pasteNothing(asked.place)}
        />
      )}
      <p className={styles.notice} aria-live="polite">
        {notice}
      </p>
    </FieldRow>
  );
}
