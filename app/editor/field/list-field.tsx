import type { ReactNode } from 'react';
import { FieldConflict, FieldFailure, FieldStatus } from './field-parts.tsx';
import { SaveButton } from './save-button.tsx';
import type { Field } from './use-field.ts';
import controls from '#app/editor/frame/controls.module.css';
import styles from './list-field.module.css';

type BarProps = { id: string; field: Field; saveLabel: string; onSave: () => void };

export function ListField({
  name,
  theirs,
  buttons,
  children,
  ...bar
}: BarProps & { name: string; theirs: ReactNode; buttons: ReactNode; children: ReactNode }) {
  const { id, field } = bar;
  return (
    <div id={id} className={styles.field} role="group" aria-label={name} tabIndex={-1}>
      <ListBar {...bar} />
      <FieldConflict id={id} field={field} name="Someone else's list" className={styles.theirs}>
        {theirs}
      </FieldConflict>
      {children}
      <div className={styles.buttons}>{buttons}</div>
    </div>
  );
}

/** Renders the state of a list and its save button in a bar that stays in view. */
export function ListBar({ id, field, saveLabel, onSave }: BarProps) {
  return (
    <div className={styles.bar} data-unsaved={field.isUnsaved}>
      <FieldStatus id={id} field={field} />
      <FieldFailure field={field} className={styles.below} />
      <SaveButton id={id} field={field} label={saveLabel} onPress={onSave} />
    </div>
  );
}

export function ListButton({ id, label, onPress }: { id?: string; label: string; onPress: () => void }) {
  return (
    <button id={id} type="button" className={controls.button} onClick={onPress}>
      {label}
    </button>
  );
}
