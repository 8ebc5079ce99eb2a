import { BLOCK_MAX_LENGTH, TABLE_BLOCK_MAX } from '#contract/own-pages.ts';
import { useState, type ClipboardEvent } from 'react';
import { HEADER_ROW, type CellPosition } from '#app/editor/grid/grid.ts';
import { pasteBlock, pastedMessage } from '#app/editor/grid/paste-block.ts';
import { valueQuestion } from '#app/editor/grid/price-question.ts';
import { readBlock } from '#app/editor/grid/read-block.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { onSaveKey } from '#app/editor/field/save-shortcut.ts';
import { Button } from '#app/editor/shell/button.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { BlockText, type BlockProps } from './block-text.tsx';
import styles from './pages-editor.module.css';

/** Most columns that fit side by side on phones. */
const NARROW_COLUMNS = 2;

const PASTE_LIMITS = {
  maxRows: TABLE_BLOCK_MAX.rows,
  maxColumns: TABLE_BLOCK_MAX.columns,
  maxLength: BLOCK_MAX_LENGTH.cell,
};

const columnLabel = (column: number) => `Column ${column + 1}`;

const resize = (length: number) => (cells: readonly string[]) =>
  Array.from({ length }, (_, at) => cells[at] ?? '');

/** Renders the inputs for a table: its caption, headers, and cells. */
export function TableFields(props: BlockProps<'table'>) {
  const { block, lastSave, onChange, onSave } = props;
  const { headers, rows } = block;
  const cell = (row: number, column: number, text: string) =>
    onChange({
      ...block,
      rows: rows.map((cells, at) => (at === row ? cells.with(column, text) : cells)),
    });
  const columns = headers.length;
  const withColumns = (length: number) =>
    onChange({ ...block, headers: resize(length)(headers), rows: rows.map(resize(length)) });
  const questions = rows.flatMap((cells, row) =>
    cells.flatMap((text, column) => {
      const name = cells[0]?.trim() || `Row ${row + 1}`;
      return valueQuestion(`${name}, ${headers[column] || columnLabel(column)}`, text) || [];
    }),
  );
  const isLastColumnBlank = [headers, ...rows].every((cells) => (cells.at(-1) ?? '') === '');
  const isLastRowBlank = rows.at(-1)?.every((text) => text === '') ?? false;
  const [pasted, setPasted] = useState('');

  function onPaste(event: ClipboardEvent<HTMLInputElement>, position: CellPosition) {
    const cells = readBlock(event);
    if (!cells) return;
    const result = pasteBlock({ headers, rows }, position, cells, PASTE_LIMITS);
    onChange({ ...block, ...result.grid });
    setPasted(pastedMessage(result));
  }

  const input = (
    key: string,
    label: string,
    value: string,
    position: CellPosition,
    onType: (text: string) => void,
  ) => (
    <LimitedInput
      id={`block-${block.id}-${key}`}
      className={controls.input}
      aria-label={label}
      value={value}
      maxLength={BLOCK_MAX_LENGTH.cell}
      lastSave={lastSave}
      onType={(text) => {
        setPasted('');
        onType(text);
      }}
      onPasteCells={(event) => onPaste(event, position)}
      onKeyDown={(event) => onSaveKey(event, onSave)}
    />
  );
  return (
    <>
      <BlockText {...props} name="caption" />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <div className={styles.grid} role="group" aria-label="Table" tabIndex={0}>
        <table data-columns={columns > NARROW_COLUMNS ? 'many' : 'few'}>
          <thead>
            <tr data-label="Headers">
              {headers.map((text, column) => (
                <th key={column} scope="col" data-label={columnLabel(column)}>
                  {input(`h${column}`, `Header ${column + 1}`, text, { row: HEADER_ROW, column }, (next) =>
                    onChange({ ...block, headers: headers.with(column, next) }),
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row} data-label={`Row ${row + 1}`}>
                {cells.map((text, column) => (
                  <td key={column} data-label={headers[column] || columnLabel(column)}>
                    {input(
                      `${row}-${column}`,
                      `Row ${row + 1}, ${headers[column] || `column ${column + 1}`}`,
                      text,
                      { row, column },
                      (next) => cell(row, column, next),
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.controls}>
        {rows.length < TABLE_BLOCK_MAX.rows && (
          <Button onClick={() => onChange({ ...block, rows: [...rows, resize(columns)([])] })}>
            Add row
          </Button>
        )}
        {columns < TABLE_BLOCK_MAX.columns && (
          <Button onClick={() => withColumns(columns + 1)}>Add column</Button>
        )}
        {rows.length > 1 && isLastRowBlank && (
          <Button onClick={() => onChange({ ...block, rows: rows.slice(0, -1) })}>Remove last row</Button>
        )}
        {columns > 1 && isLastColumnBlank && (
          <Button onClick={() => withColumns(columns - 1)}>Remove last column</Button>
        )}
      </div>
      <p className={styles.hint} role="status">
        {pasted}
      </p>
      {questions.length > 0 && <p className={styles.hint}>{questions.join(' ')}</p>}
      <p className={styles.hint}>To remove the last row or column, clear its boxes first.</p>
    </>
  );
}
