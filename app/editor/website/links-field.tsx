import { useState } from 'react';
import { flushSync } from 'react-dom';
import { partInWords } from '#shared/site-setting-names.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { onSaveKey } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/frame/controls.module.css';
import { keysOf, pathOf, type FormDraft } from './setting-draft.ts';
import { FormInputs, formOf, Labeled } from './setting-form.tsx';
import { SettingRow, settingId } from './setting-row.tsx';
import { useSettingField, type LoadedSettings } from './use-setting-field.ts';
import styles from './website-section.module.css';

const LIST = 'exchanges';
const COLUMNS = [
  { key: 'name', maxLength: 300 },
  { key: 'address', maxLength: 2000 },
  { key: 'mark', maxLength: 300 },
] as const;

const isInList = (path: string) => keysOf(path)[0] === LIST;

/** Returns the indexes of the exchanges in a draft. Removed ones leave gaps. */
const indexesIn = (form: FormDraft): number[] => [
  ...new Set(
    Object.keys(form)
      .filter((path) => isInList(path))
      .map((path) => Number(keysOf(path)[1])),
  ),
];

const inputId = (index: number, key: string) => `${settingId('links')}-${LIST}-${index}-${key}`;

/** Renders the addresses of other websites, and the exchanges, of which there can be any number. */
export function LinksField({ loaded }: { loaded: LoadedSettings }) {
  const setting = useSettingField('links', loaded);
  const { form, change } = formOf(setting);
  const [status, setStatus] = useState('');
  const indexes = indexesIn(form);
  const addId = `${settingId('links')}-add`;
  const textAt = (index: number, key: string) => String(form[pathOf(LIST, String(index), key)] ?? '');
  const nameOf = (index: number, at: number) => textAt(index, 'name').trim() || `exchange ${at + 1}`;

  function add() {
    const index = Math.max(-1, ...indexes) + 1;
    flushSync(() => {
      change(Object.fromEntries(COLUMNS.map(({ key }) => [pathOf(LIST, String(index), key), ''])));
      setStatus('');
    });
    document.getElementById(inputId(index, 'name'))?.focus();
  }

  function remove(index: number, at: number) {
    const name = nameOf(index, at);
    flushSync(() => {
      change(Object.fromEntries(COLUMNS.map(({ key }) => [pathOf(LIST, String(index), key), undefined])));
      setStatus(`${name} removed. To get it back, choose Undo changes.`);
    });
    document.getElementById(addId)?.focus();
  }

  return (
    <SettingRow
      setting={setting}
      isWide
      hint="Links to other websites. In the map's address, {address} becomes your street address."
    >
      <FormInputs setting={setting} isWide hasInput={(path) => !isInList(path)} />
      <fieldset className={styles.exchanges}>
        <legend>Exchanges</legend>
        <p className={styles.note}>
          Shown at the end of the home page and on the weather page. Without a logo, the name shows.
        </p>
        <ul className={`${styles.rows} plain-list`}>
          {indexes.map((index, at) => (
            <li key={index} className={styles.listRow}>
              {COLUMNS.map(({ key, maxLength }) => (
                <Labeled
                  key={key}
                  id={inputId(index, key)}
                  label={partInWords('links', [LIST, String(at), key])}
                >
                  <LimitedInput
                    id={inputId(index, key)}
                    className={controls.input}
                    value={textAt(index, key)}
                    maxLength={maxLength}
                    onType={(text) => change({ [pathOf(LIST, String(index), key)]: text })}
                    onKeyDown={(event) => onSaveKey(event, setting.field.save)}
                  />
                </Labeled>
              ))}
              <div className={styles.rowActions}>
                <button type="button" className={controls.button} onClick={() => remove(index, at)}>
                  Remove<span className="visually-hidden"> {nameOf(index, at)}</span>
                </button>
              </div>
            </li>
          ))}
        </ul>
        <p className={styles.note} role="status">
          {status}
        </p>
        <button id={addId} type="button" className={controls.button} onClick={add}>
          Add exchange
        </button>
      </fieldset>
    </SettingRow>
  );
}
