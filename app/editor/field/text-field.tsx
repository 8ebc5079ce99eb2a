import type { ChangeEvent, KeyboardEvent } from 'react';
import { FieldRow } from './field-row.tsx';
import { lengthMessage } from './length-counter.ts';
import { onSaveShortcut } from './save-shortcut.ts';
import { useField, type FieldSource } from './use-field.ts';
import controls from '#app/editor/frame/controls.module.css';
import styles from './text-field.module.css';

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
  const counter = lengthMessage(draft.length, maxLength);
  return (
    <FieldRow
      id={id}
      name={label}
      label={<label htmlFor={id}>{label}</label>}
      field={field}
      counter={counter && <p className={styles.counter}>{counter}</p>}
    >
      <Input
        id={id}
        className={`${controls.input} ${styles.input}`}
        data-counted={counter !== undefined}
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
