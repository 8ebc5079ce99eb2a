import type { ChangeEvent, KeyboardEvent } from 'react';
import { FieldRow } from './field-row.tsx';
import { onSaveShortcut } from './save-shortcut.ts';
import { useField, type FieldSource } from './use-field.ts';
import styles from './text-field.module.css';

/** The counter appears when this much of the length is used. */
const COUNTER_FROM = 0.8;

/** A plain text, of one line unless it is said otherwise. */
export function TextField({
  label,
  maxLength,
  isMultiline = false,
  ...source
}: FieldSource & { label: string; maxLength: number; isMultiline?: boolean }) {
  const field = useField(source);
  const id = `field-${source.field}`;
  const { draft } = field.state;
  const Input = isMultiline ? 'textarea' : 'input';
  const isCounted = draft.length >= maxLength * COUNTER_FROM;
  return (
    <FieldRow
      id={id}
      name={label}
      label={<label htmlFor={id}>{label}</label>}
      field={field}
      counter={
        isCounted && (
          <p className={styles.counter}>
            {draft.length} / {maxLength}
          </p>
        )
      }
    >
      <Input
        id={id}
        className={styles.input}
        data-counted={isCounted}
        {...(isMultiline ? { rows: 3 } : { type: 'text' })}
        value={draft}
        maxLength={maxLength}
        autoComplete="off"
        onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
          field.type(event.target.value)
        }
        onKeyDown={(event: KeyboardEvent) => onSaveShortcut(event, field.save)}
      />
    </FieldRow>
  );
}
