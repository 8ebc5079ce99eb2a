import { statusIdOf } from './field-parts.tsx';
import { FieldRow } from './field-row.tsx';
import type { HoursNote } from './hours-note.ts';
import { lengthMessage } from './length-counter.ts';
import { LimitedInput } from './limited-input.tsx';
import { onSaveKey, onSaveShortcut } from './save-shortcut.ts';
import { TEXT_FORM } from './stored-form.ts';
import { useField, type FieldSource } from './use-field.ts';
import controls from '#app/editor/shell/controls.module.css';
import styles from './text-field.module.css';

/** Characters that fit into the box of one line on a phone. */
const LINE_LENGTH = 40;

export function TextField({
  label,
  maxLength,
  isMultiline = false,
  isLong = false,
  placeholder,
  noteOn,
  ...source
}: FieldSource & {
  label: string;
  maxLength: number;
  isMultiline?: boolean;
  /** Shows the whole text below its box. */
  isLong?: boolean;
  placeholder?: string | undefined;
  /** Returns a note about the typed text. Its line below the text is always there. */
  noteOn?: ((text: string) => HoursNote) | undefined;
}) {
  const field = useField(source, TEXT_FORM);
  const id = `field-${source.field}`;
  const { draft, status, receipt } = field.state;
  const onKey = isMultiline ? onSaveShortcut : onSaveKey;
  const note = noteOn?.(draft);
  const noteId = `${id}-note`;
  const counter = lengthMessage(draft.length, maxLength);
  return (
    <FieldRow
      id={id}
      name={label}
      field={field}
      counter={counter && <p className={styles.counter}>{counter}</p>}
      note={
        note && (
          <>
            <p
              id={noteId}
              className={styles.note}
              data-warning={note.isWarning}
              data-text={note.isWarning ? undefined : note.text}
            >
              {note.isWarning && note.text}
            </p>
            {/* Announced after a save, because an announcement at every key press would drown out the typing. */}
            <p className="visually-hidden" role="status">
              {status === 'saved' && note.isWarning && note.text}
            </p>
          </>
        )
      }
    >
      <LimitedInput
        id={id}
        className={`${controls.input} ${styles.input}`}
        isMultiline={isMultiline}
        data-counted={counter !== undefined}
        value={draft}
        maxLength={maxLength}
        lastSave={receipt}
        aria-describedby={note?.text ? `${noteId} ${statusIdOf(id)}` : statusIdOf(id)}
        placeholder={placeholder}
        enterKeyHint={isMultiline ? undefined : 'done'}
        onType={field.type}
        onKeyDown={(event) => onKey(event, field.save)}
      />
      {isLong && draft.length > LINE_LENGTH && (
        <p className={styles.whole} data-text={draft} aria-hidden="true" />
      )}
    </FieldRow>
  );
}
