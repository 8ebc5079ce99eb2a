import { statusIdOf } from './field-parts.tsx';
import { useState } from 'react';
import { afterPress } from '#app/browser/after-press.ts';
import { FieldRow } from './field-row.tsx';
import { lengthMessage } from './length-counter.ts';
import { LimitedInput } from './limited-input.tsx';
import { onSaveKey, onSaveShortcut } from './save-shortcut.ts';
import { TEXT_FORM } from './stored-form.ts';
import { useField, type FieldSource } from './use-field.ts';
import controls from '#app/editor/shell/controls.module.css';
import styles from './text-field.module.css';

export type FieldNote = { text: string; isWarning: boolean };

export function TextField({
  label,
  maxLength,
  isMultiline = false,
  isLong = false,
  noteOn,
  ...source
}: FieldSource & {
  label: string;
  maxLength: number;
  isMultiline?: boolean;
  /** Shows the whole text below its box while that has the focus. */
  isLong?: boolean;
  /** Returns a note on the typed text, shown below it. */
  noteOn?: ((text: string) => FieldNote | undefined) | undefined;
}) {
  const field = useField(source, TEXT_FORM);
  const id = `field-${source.field}`;
  const { draft, status, receipt } = field.state;
  const onKey = isMultiline ? onSaveShortcut : onSaveKey;
  const note = noteOn?.(draft);
  const noteId = `${id}-note`;
  const [isFocused, setIsFocused] = useState(false);
  const counter = lengthMessage(draft.length, maxLength);
  return (
    <FieldRow
      id={id}
      name={label}
      field={field}
      counter={counter && <p className={styles.counter}>{counter}</p>}
    >
      <LimitedInput
        id={id}
        className={`${controls.input} ${styles.input}`}
        isMultiline={isMultiline}
        data-counted={counter !== undefined}
        value={draft}
        maxLength={maxLength}
        lastSave={receipt}
        aria-describedby={note ? `${noteId} ${statusIdOf(id)}` : statusIdOf(id)}
        onFocus={() => setIsFocused(true)}
        onBlur={() => afterPress(() => setIsFocused(false))}
        enterKeyHint={isMultiline ? undefined : 'done'}
        onType={field.type}
        onKeyDown={(event) => onKey(event, field.save)}
      />
      {isLong && isFocused && draft !== '' && (
        <p className={styles.whole} aria-hidden="true">
          {draft}
        </p>
      )}
      {note && (
        <p id={noteId} className={styles.note} data-warning={note.isWarning}>
          {note.text}
        </p>
      )}
      {/* Announced after a save, because an announcement at every key press would drown out the typing. */}
      {noteOn && (
        <p className="visually-hidden" role="status">
          {status === 'saved' && note?.isWarning && note.text}
        </p>
      )}
    </FieldRow>
  );
}
