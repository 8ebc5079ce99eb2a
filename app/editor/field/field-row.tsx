import type { ReactNode } from 'react';
import { hasVisibleText } from '#contract/rich-text.ts';
import { RichText } from '#app/ui/rich-text.tsx';
import { FieldFailure, FieldNewer, FieldStatus, FieldUndo } from './field-parts.tsx';
import { FieldNotes, ListBar } from './list-field.tsx';
import { SaveButton } from './save-button.tsx';
import type { AnyField } from './use-field.ts';
import styles from './field-row.module.css';

export const hintIdOf = (id: string) => `${id}-hint`;

export function FieldRow({
  id,
  name,
  label = <label htmlFor={id}>{name}</label>,
  field,
  isRichText = false,
  isWide = isRichText,
  saveLabel = 'Update',
  addButton,
  actions,
  theirs,
  counter,
  note,
  hint,
  children,
}: {
  id: string;
  name: string;
  label?: ReactNode;
  field: AnyField;
  isRichText?: boolean;
  isWide?: boolean;
  saveLabel?: string;
  /** Makes the field long: this button and the save button are in a bar that stays in view. */
  addButton?: ReactNode;
  /** Further buttons, shown below the save button. */
  actions?: ReactNode;
  theirs?: ReactNode;
  counter?: ReactNode;
  /** Below the input. The reason of a failed save takes its place. */
  note?: ReactNode;
  /** Beside the label. */
  hint?: string | undefined;
  children: ReactNode;
}) {
  const isLong = addButton !== undefined;
  return (
    <div
      className={styles.row}
      role="group"
      aria-label={name}
      data-field={field.name}
      data-unsaved={field.isUnsaved}
      data-wide={isWide}
      data-long={isLong}
    >
      <div className={styles.name}>
        {label}{' '}
        {hint && (
          <span id={hintIdOf(id)} className={styles.hint}>
            {hint}
          </span>
        )}
        {!isLong && <FieldStatus id={id} field={field} />}
      </div>
      <div className={styles.input}>
        {children}
        {counter}
      </div>
      {isLong ? (
        <ListBar id={id} name={name} field={field} saveLabel={saveLabel} onSave={field.save} edge="bottom">
          {addButton}
        </ListBar>
      ) : (
        <>
          <div className={styles.note} hidden={field.state.reason !== undefined}>
            {note}
          </div>
          <FieldFailure field={field} className={styles.failure} />
          <div className={styles.save}>
            <SaveButton id={id} name={name} field={field} label={saveLabel} />
            {!(field.isUnsaved && field.state.reason) && <FieldUndo {...{ id, name, field }} />}
          </div>
          <FieldNewer field={field} className={styles.beside} />
        </>
      )}
      {actions && <div className={`${styles.actions} ${styles.beside}`}>{actions}</div>}
      <FieldNotes
        {...{ id, name, field }}
        theirs={theirs ?? <TheirText content={field.state.theirs?.content} isRichText={isRichText} />}
        noun="version"
        className={styles.beside}
      />
    </div>
  );
}

function TheirText({ content, isRichText }: { content: unknown; isRichText: boolean }) {
  if (typeof content !== 'string') return null;
  return isRichText && hasVisibleText(content) ? <RichText html={content} /> : content || '(blank)';
}
