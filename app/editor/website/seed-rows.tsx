import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { partName } from '#shared/site-setting-names.ts';
import { moved } from '#app/editor/field/list-order.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { onSaveKey, onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/frame/controls.module.css';
import { drawingName } from './drawings.ts';
import { textIn, type SeedList, type SeedRow } from './seed-draft.ts';
import { Labeled } from './setting-form.tsx';
import styles from './website-section.module.css';

type Column = { key: string } & (
  | { choices: readonly string[] }
  | { maxLength: number; isMultiline?: boolean; choices?: undefined }
);

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Renders a list of a seed brand, folded until it is opened. `children` renders further inputs of a row. */
export function SeedRows({
  id,
  list,
  noun,
  rows,
  columns,
  note,
  full = '',
  create,
  onChange,
  onSave,
  children,
}: {
  id: string;
  list: SeedList;
  /** What one row is called. */
  noun: string;
  rows: readonly SeedRow[];
  /** The first one names the row. */
  columns: readonly [Column, ...Column[]];
  note?: string;
  /** Message if `create` returns undefined. */
  full?: string;
  create: (rows: readonly SeedRow[]) => SeedRow | undefined;
  onChange: (step: (rows: readonly SeedRow[]) => SeedRow[]) => void;
  onSave: () => void;
  children?: (row: SeedRow, change: (values: Omit<SeedRow, 'key'>) => void) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [status, setStatus] = useState('');
  const [naming] = columns;
  const heading = capitalized(partName(list));
  const inputId = (row: SeedRow, column: string) => `${id}-${row.key}-${column}`;
  const nameOf = (row: SeedRow, at: number) => textIn(row, naming.key).trim() || `${noun} ${at + 1}`;
  const changeRow = ({ key }: SeedRow, values: object) =>
    onChange((before) => before.map((each) => (each.key === key ? { ...each, ...values } : each)));

  function add() {
    const row = create(rows);
    flushSync(() => {
      setIsOpen(true);
      setStatus(row ? '' : full);
      if (row) onChange((before) => [...before, row]);
    });
    if (row) document.getElementById(inputId(row, naming.key))?.focus();
  }

  function remove(row: SeedRow, at: number) {
    flushSync(() => {
      onChange((before) => before.filter(({ key }) => key !== row.key));
      setStatus(`${nameOf(row, at)} removed. To get it back, choose Undo changes.`);
    });
    document.getElementById(`${id}-add`)?.focus();
  }

  function move(row: SeedRow, at: number, to: number) {
    if (to === at) return;
    keepFocus(() => {
      onChange((before) => moved(before, ({ key }) => key === row.key, to));
      setStatus(`${nameOf(row, at)} moved ${to > at ? 'down' : 'up'}.`);
    });
  }

  return (
    <details
      className={styles.folded}
      open={isOpen}
      onToggle={({ target, currentTarget }) => target === currentTarget && setIsOpen(currentTarget.open)}
    >
      <summary>
        {heading} ({rows.length})
      </summary>
      {note && <p className={styles.note}>{note}</p>}
      <ol className="plain-list" aria-label={heading}>
        {rows.map((row, at) => (
          <li key={row.key} className={styles.listRow} data-seed={list}>
            {columns.map((column) => (
              <Labeled
                key={column.key}
                id={inputId(row, column.key)}
                label={capitalized(partName(column.key))}
              >
                {column.choices ? (
                  <select
                    id={inputId(row, column.key)}
                    className={controls.input}
                    value={textIn(row, column.key)}
                    aria-label={`${nameOf(row, at)}: ${partName(column.key)}`}
                    onChange={({ target }) => changeRow(row, { [column.key]: target.value })}
                  >
                    {[...new Set([textIn(row, column.key), ...column.choices])].map((choice) => (
                      <option key={choice} value={choice}>
                        {drawingName(choice)}
                      </option>
                    ))}
                  </select>
                ) : (
                  <LimitedInput
                    id={inputId(row, column.key)}
                    className={controls.input}
                    isMultiline={column.isMultiline ?? false}
                    value={textIn(row, column.key)}
                    maxLength={column.maxLength}
                    onType={(text) => changeRow(row, { [column.key]: text })}
                    onKeyDown={(event) => (column.isMultiline ? onSaveShortcut : onSaveKey)(event, onSave)}
                  />
                )}
              </Labeled>
            ))}
            {children?.(row, (values) => changeRow(row, values))}
            <div className={styles.rowActions}>
              <ReorderControls
                position={at}
                count={rows.length}
                itemName={nameOf(row, at)}
                onMove={(to) => move(row, at, to)}
                onDrag={() => undefined}
              />
              <button type="button" className={controls.button} onClick={() => remove(row, at)}>
                Remove<span className="visually-hidden"> {nameOf(row, at)}</span>
              </button>
            </div>
          </li>
        ))}
      </ol>
      <p className={styles.note} role="status">
        {status}
      </p>
      <button id={`${id}-add`} type="button" className={controls.button} onClick={add}>
        Add {noun}
      </button>
    </details>
  );
}
