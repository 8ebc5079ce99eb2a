import type { ReactNode } from 'react';
import { hasVisibleText } from '#contract/rich-text.ts';
import { RichText } from '#app/ui/rich-text.tsx';
import { FieldConflict, FieldFailure, FieldStatus, statusIdOf } from './field-parts.tsx';
import { SaveButton } from './save-button.tsx';
import type { Field } from './use-field.ts';
import styles from './field-row.module.css';

/** A field with its name, its state in words, and its own button. The row keeps its height in every state. */
export function FieldRow({
  id,
  name,
  label,
  field,
  isRichText = false,
  isWide = isRichText,
  saveLabel = 'Update',
  actions,
  theirs,
  counter,
  children,
}: {
  id: string;
  name: string;
  label: ReactNode;
  field: Field;
  isRichText?: boolean;
  /** The field has the whole width, under its name. */
  isWide?: boolean;
  saveLabel?: string;
  /** What else can be done with the field: it stands under it, with the button that saves at its end. */
  actions?: ReactNode;
  /** Somebody else's content as it is shown, when it is more than a text. */
  theirs?: ReactNode;
  counter?: ReactNode;
  children: ReactNode;
}) {
  const { state, isUnsaved } = field;
  return (
    <div
      className={styles.row}
      role="group"
      aria-label={name}
      data-unsaved={isUnsaved}
      data-wide={isWide}
      data-actions={actions !== undefined}
    >
      <div className={styles.name}>
        {label}
        <FieldStatus id={id} field={field} />
      </div>
      <div className={styles.input}>
        {children}
        {counter}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      <SaveButton
        label={saveLabel}
        status={state.status}
        isUnsaved={isUnsaved}
        describedBy={statusIdOf(id)}
        onPress={field.save}
      />
      <FieldFailure field={field} className={styles.beside} />
      <FieldConflict id={id} field={field} name="Somebody else's text" className={styles.beside}>
        {theirs ?? <TheirText content={state.theirs?.content ?? ''} isRichText={isRichText} />}
      </FieldConflict>
    </div>
  );
}

function TheirText({ content, isRichText }: { content: string; isRichText: boolean }) {
  return isRichText && hasVisibleText(content) ? <RichText html={content} /> : content || 'nothing';
}
