import type { ReactNode } from 'react';
import { hasVisibleText } from '#contract/rich-text.ts';
import { RichText } from '#app/ui/rich-text.tsx';
import { FieldConflict, FieldFailure, FieldStatus } from './field-parts.tsx';
import { SaveButton } from './save-button.tsx';
import type { Field } from './use-field.ts';
import styles from './field-row.module.css';

export const hintIdOf = (id: string) => `${id}-hint`;

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
  hint,
  children,
}: {
  id: string;
  name: string;
  label: ReactNode;
  field: Field;
  isRichText?: boolean;
  isWide?: boolean;
  saveLabel?: string;
  /** Further buttons, shown below the field next to the save button. */
  actions?: ReactNode;
  theirs?: ReactNode;
  counter?: ReactNode;
  hint?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div
      className={styles.row}
      role="group"
      aria-label={name}
      data-unsaved={field.isUnsaved}
      data-wide={isWide}
      data-actions={actions !== undefined}
    >
      <div className={styles.name}>
        {label}
        {hint && (
          <p id={hintIdOf(id)} className={styles.hint}>
            {hint}
          </p>
        )}
        <FieldStatus id={id} field={field} />
      </div>
      <div className={styles.input}>
        {children}
        {counter}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      <SaveButton id={id} field={field} label={saveLabel} />
      <FieldFailure field={field} className={styles.beside} />
      <FieldConflict id={id} field={field} name="Someone else's version" className={styles.beside}>
        {theirs ?? <TheirText content={field.state.theirs?.content ?? ''} isRichText={isRichText} />}
      </FieldConflict>
    </div>
  );
}

function TheirText({ content, isRichText }: { content: string; isRichText: boolean }) {
  return isRichText && hasVisibleText(content) ? <RichText html={content} /> : content || '(blank)';
}
