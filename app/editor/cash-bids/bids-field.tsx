import { useMemo, useState, type ClipboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { BOARD_LIMITS, type Commodity } from '#contract/cash-bids.ts';
import { FieldRow } from '#app/editor/field-row.tsx';
import { CopyTable } from '#app/editor/price-tables/copy-table.tsx';
import type { Grid, Place } from '#app/editor/price-tables/table-grid.ts';
import { idsOf } from '#app/editor/price-tables/table-ids.ts';
import { pasteBlock, pastedInWords } from '#app/editor/price-tables/table-paste.ts';
import { TableSheet } from '#app/editor/price-tables/table-sheet.tsx';
import { parseBlock } from '#app/editor/price-tables/table-text.ts';
import { useField } from '#app/editor/use-field.ts';
import {
  BOARD_FIGURES,
  differences,
  EMPTY_BOARD,
  parseBoard,
  remarksOf,
  stoodBefore,
  withCell,
  withNewRow,
  writeBoard,
} from './board-grid.ts';
import { BoardDifferences } from './board-differences.tsx';
import { BoardFile } from './board-file.tsx';
import { saveBids } from './save-board.ts';
import styles from '#app/editor/price-tables/table-field.module.css';

const ID = 'cash-bids-rows';
const NAME = 'Bids';

/** All rows of the board as one field: typed, pasted or taken from a file, and saved whole. */
export function BidsField({
  section,
  saved,
  version,
  commodities,
}: {
  section: string;
  saved: string;
  version: number;
  commodities: readonly Commodity[];
}) {
  const ids = idsOf(ID);
  const field = useField({ section, field: ID, saved, version, save: saveBids, whenSignedOut: 'fail' });
  const { draft: draftText, saved: savedText, theirs } = field.state;
  const savedGrid = useMemo(() => (parseBoard(savedText) ?? EMPTY_BOARD).grid, [savedText]);
  const draft = useMemo(() => parseBoard(draftText) ?? EMPTY_BOARD, [draftText]);
  const { grid } = draft;
  const said = useMemo(() => remarksOf(grid, commodities), [grid, commodities]);
  const [notice, setNotice] = useState('');
  const [file, setFile] = useState<Grid>();

  /** Says what was done, and lets the keyboard go on at what is there only now. */
  function change(next: Grid, { focus, words = '' }: { focus?: string; words?: string } = {}) {
    setNotice(words);
    const text = writeBoard({ ...draft, grid: next });
    if (focus === undefined) return field.type(text);
    flushSync(() => field.type(text));
    document.getElementById(focus)?.focus();
  }

  function onType(place: Place, text: string) {
    const { grid: next, moved } = withCell(grid, place, text);
    const rows = moved === 1 ? '1 more row' : `${moved} more rows`;
    change(next, { words: moved > 0 ? `${rows} of the same futures moved along.` : '' });
  }

  function addRow() {
    const next = withNewRow(grid);
    if (!next) return setNotice(`A board has room for ${BOARD_LIMITS.rows} rows.`);
    change(next, { focus: ids.text({ row: grid.rows.length, column: 0 }) });
  }

  function onPaste(event: ClipboardEvent, place: Place) {
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    // A single cell is the browser's own to paste.
    if (!block) return;
    event.preventDefault();
    const pasted = pasteBlock(grid, place, block, { isBasic: true, rows: BOARD_LIMITS.rows });
    change(pasted.grid, { focus: ids.text(place), words: pastedInWords(pasted) });
  }

  function hold() {
    setNotice('When it is saved, all prices are as of now.');
    field.type(writeBoard({ ...draft, heldAt: new Date().toISOString() }));
  }

  const theirGrid = theirs && (parseBoard(theirs.content) ?? EMPTY_BOARD).grid;
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
      theirs={theirGrid && <BoardDifferences found={differences(grid, theirGrid)} />}
      actions={
        <>
          <button type="button" id={ids.addRow} onClick={addRow}>
            Add Row
          </button>
          <button type="button" onClick={hold}>
            All prices hold now
          </button>
          <BoardFile onTold={setNotice} onRead={setFile} />
          <CopyTable name={NAME} grid={grid} onTold={setNotice} />
        </>
      }
    >
      {file && (
        <div className={styles.question} role="group" aria-label="The file beside the board">
          <p>The file beside the board</p>
          <BoardDifferences found={differences(grid, file)} />
          <button
            type="button"
            onClick={() => {
              setFile(undefined);
              change(file, {
                focus: ID,
                words: 'The rows are those of the file. Put back brings back what is saved.',
              });
            }}
          >
            Take the file
          </button>
          <button type="button" onClick={() => setFile(undefined)}>
            Not at all
          </button>
        </div>
      )}
      <TableSheet
        id={ID}
        name={NAME}
        grid={grid}
        saved={savedGrid}
        isBasic
        fixed={{ stood: stoodBefore(savedGrid, grid), ...said, figures: BOARD_FIGURES, onType }}
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
