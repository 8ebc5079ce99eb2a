import { useState } from 'react';
import { flushSync } from 'react-dom';
import { counted } from '#contract/text.ts';
import { uniqueId } from '#contract/item-id.ts';
import { partName } from '#shared/site-setting-names.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { ListButton } from '#app/editor/field/list-field.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { onSaveKey } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/frame/controls.module.css';
import { drawingName } from './drawings.ts';
import { blockLength, canMove, moveTo, parseRows, textIn, type Row } from './setting-draft.ts';
import { Labeled } from './setting-form.tsx';
import { SettingRow, settingId } from './setting-row.tsx';
import { useSettingField, type LoadedSettings } from './use-setting-field.ts';
import styles from './website-section.module.css';

/** Longer lists are folded at first. */
const FEW_ROWS = 5;

export type RowColumn = { key: string; maxLength: number; choices?: readonly string[] };

/** Renders a setting that is a list of rows. In a menu, rows with `isLink` are links under the entry before them. */
export function RowList({
  name,
  loaded,
  hint,
  noun,
  columns,
  isMenu = false,
  newRow = {},
}: {
  name: 'navigation' | 'services' | 'offers';
  loaded: LoadedSettings;
  hint: string;
  /** What one row is called. */
  noun: string;
  /** The first one names the row. */
  columns: readonly [RowColumn, ...RowColumn[]];
  isMenu?: boolean;
  newRow?: Readonly<Record<string, string>>;
}) {
  const setting = useSettingField(name, loaded);
  const { state, edit, save } = setting.field;
  const rowsIn = (text: string) => parseRows(text) ?? parseRows(state.saved) ?? [];
  const rows = rowsIn(state.draft);
  const [isOpen, setIsOpen] = useState(rows.length <= FEW_ROWS || setting.field.isUnsaved);
  const [status, setStatus] = useState('');
  const [removal, setRemoval] = useState<{ message: string; before: string; after: string }>();
  const undoId = `${settingId(name)}-undo`;
  const inputId = (row: Row, column: string) => `${settingId(name)}-${row.id}-${column}`;
  const [naming] = columns;
  const nameOf = (row: Row) => textIn(row, naming.key).trim() || noun;
  const step = (change: (before: readonly Row[]) => readonly Row[]) =>
    edit((draft) => JSON.stringify(change(rowsIn(draft))));

  function add(at: number, isLink: boolean) {
    const blank = Object.fromEntries(columns.map(({ key }) => [key, newRow[key] ?? '']));
    const row = { id: uniqueId(), ...blank, ...(isMenu && { isLink }) };
    flushSync(() => {
      setIsOpen(true);
      step((before) => before.toSpliced(at, 0, row));
    });
    document.getElementById(inputId(row, naming.key))?.focus();
  }

  function remove(at: number) {
    const row = rows[at];
    if (!row) return;
    const count = blockLength(rows, at);
    const links = count > 1 ? ` and ${counted(count - 1, 'link')}` : '';
    const after = JSON.stringify(rows.toSpliced(at, count));
    flushSync(() => {
      setting.field.type(after);
      setRemoval({ message: `${nameOf(row)}${links} removed.`, before: state.draft, after });
    });
    document.getElementById(undoId)?.focus();
  }

  function move(at: number, to: number) {
    const row = rows[at];
    if (!row || at === to) return;
    const direction = to > at ? 'down' : 'up';
    keepFocus(() => {
      step((before) =>
        moveTo(
          before,
          before.findIndex(({ id }) => id === row.id),
          to,
        ),
      );
      setStatus(
        canMove(rows, at, to > at ? 1 : -1)
          ? `${nameOf(row)} moved ${direction}.`
          : `${nameOf(row)} can't move further ${direction}.`,
      );
    });
  }

  return (
    <SettingRow
      setting={setting}
      hint={hint}
      isWide
      addButton={<ListButton label={`Add ${noun}`} onPress={() => add(rows.length, false)} />}
    >
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <details
        className={styles.folded}
        open={isOpen}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary>Show all {rows.length}</summary>
        <ol id={settingId(name)} className="plain-list" tabIndex={-1}>
          {rows.map((row, at) => (
            <li key={row.id} className={styles.listRow} data-menu={isMenu} data-link={row.isLink ?? false}>
              {columns.map(({ key, maxLength, choices }, column) => (
                <Labeled
                  key={key}
                  id={inputId(row, key)}
                  label={`${partName(key).slice(0, 1).toUpperCase()}${partName(key).slice(1)}`}
                >
                  {choices ? (
                    <select
                      id={inputId(row, key)}
                      className={controls.input}
                      value={textIn(row, key)}
                      aria-label={`${nameOf(row)}: ${partName(key)}`}
                      onChange={({ target }) => step(withValue(row.id, key, target.value))}
                    >
                      {[...new Set([textIn(row, key), ...choices])].map((choice) => (
                        <option key={choice} value={choice}>
                          {drawingName(choice)}
                        </option>
                      ))}
                    </select>
                  ) : (
                    <LimitedInput
                      id={inputId(row, key)}
                      className={controls.input}
                      value={textIn(row, key)}
                      maxLength={maxLength}
                      onType={(text) => step(withValue(row.id, key, text))}
                      onKeyDown={(event) => onSaveKey(event, save)}
                    />
                  )}
                  {column === 0 && row.isLink && <span className="visually-hidden">Link</span>}
                </Labeled>
              ))}
              <div className={styles.rowActions}>
                <ReorderControls
                  position={at}
                  count={rows.length}
                  itemName={nameOf(row)}
                  onMove={(to) => move(at, to)}
                  onDrag={() => undefined}
                />
                <button type="button" className={controls.button} onClick={() => remove(at)}>
                  Remove<span className="visually-hidden"> {nameOf(row)}</span>
                </button>
                {isMenu && !row.isLink && (
                  <button
                    type="button"
                    className={controls.button}
                    onClick={() => add(at + blockLength(rows, at), true)}
                  >
                    Add link<span className="visually-hidden"> under {nameOf(row)}</span>
                  </button>
                )}
              </div>
            </li>
          ))}
        </ol>
      </details>
      {rows.length === 0 && <p className={styles.note}>Nothing in this list yet.</p>}
      {removal?.after === state.draft && (
        <p className={styles.note} role="status">
          {removal.message}{' '}
          <button
            id={undoId}
            type="button"
            className={controls.link}
            onClick={() => {
              flushSync(() => {
                setting.field.type(removal.before);
                setRemoval(undefined);
              });
              document.getElementById(settingId(name))?.focus();
            }}
          >
            Undo<span className="visually-hidden"> the removal</span>
          </button>
        </p>
      )}
    </SettingRow>
  );
}

const withValue = (id: string, key: string, value: string) => (rows: readonly Row[]) =>
  rows.map((row) => (row.id === id ? { ...row, [key]: value } : row));
