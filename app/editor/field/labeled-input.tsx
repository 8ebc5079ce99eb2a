import type { ComponentProps, ReactNode } from 'react';
import controls from '#app/editor/shell/controls.module.css';
import { LimitedInput } from './limited-input.tsx';
import { onSaveKey, onSaveShortcut } from './save-shortcut.ts';
import styles from './labeled-input.module.css';

/** Renders a text box with its label and, beside that, its hint. */
export function LabeledInput({
  id,
  label,
  problem = '',
  hint,
  describedBy,
  isWarning = false,
  isMultiline = false,
  isWide = false,
  onSave,
  ...input
}: Pick<
  ComponentProps<typeof LimitedInput>,
  'value' | 'maxLength' | 'required' | 'placeholder' | 'readOnly' | 'lastSave' | 'onType'
> & {
  id: string;
  label: string;
  /** What to do about the text before it can be saved, or ''. */
  problem?: string;
  hint?: ReactNode;
  /** Element id of a hint that several inputs share. */
  describedBy?: string;
  isWarning?: boolean;
  isMultiline?: boolean;
  isWide?: boolean;
  onSave?: () => void;
}) {
  const hintId = hint === undefined ? describedBy : `${id}-hint`;
  return (
    <div className={isWide ? styles.wide : undefined}>
      <div className={styles.head} data-missing={input.required && input.value.trim() === ''}>
        <label htmlFor={id} className={controls.label}>
          {label}
        </label>
        {hint !== undefined && (
          <p id={hintId} className={styles.hint} data-warning={isWarning}>
            {hint}
          </p>
        )}
      </div>
      <LimitedInput
        {...input}
        id={id}
        className={controls.input}
        isMultiline={isMultiline}
        // On every render, because the text also changes without an event, such as on Undo changes.
        ref={(box) => box?.setCustomValidity(problem)}
        enterKeyHint={isMultiline || !onSave ? undefined : 'done'}
        aria-describedby={hintId}
        onKeyDown={onSave && ((event) => (isMultiline ? onSaveShortcut : onSaveKey)(event, onSave))}
      />
    </div>
  );
}
