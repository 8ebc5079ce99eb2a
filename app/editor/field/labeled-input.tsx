import controls from '#app/editor/shell/controls.module.css';
import { LimitedInput } from './limited-input.tsx';
import { onSaveKey, onSaveShortcut } from './save-shortcut.ts';
import styles from './labeled-input.module.css';

/** Renders a text box with its label and its hint. */
export function LabeledInput({
  id,
  label,
  value,
  maxLength,
  problem = '',
  hint,
  describedBy,
  isWarning = false,
  isRequired = false,
  isReadOnly = false,
  isMultiline = false,
  isWide = false,
  lastSave,
  onType,
  onSave,
}: {
  id: string;
  label: string;
  value: string;
  maxLength: number;
  /** What to do about the text before it can be saved, or ''. */
  problem?: string;
  hint?: string | undefined;
  /** Element id of a hint that several inputs share. */
  describedBy?: string;
  isWarning?: boolean;
  isRequired?: boolean;
  isReadOnly?: boolean;
  isMultiline?: boolean;
  isWide?: boolean;
  lastSave?: unknown;
  onType: (text: string) => void;
  onSave?: () => void;
}) {
  const hintId = hint === undefined ? describedBy : `${id}-hint`;
  return (
    <div className={isWide ? styles.wide : undefined}>
      <label htmlFor={id} className={controls.label}>
        {label}
      </label>
      <LimitedInput
        id={id}
        className={controls.input}
        isMultiline={isMultiline}
        value={value}
        required={isRequired}
        readOnly={isReadOnly}
        // On every render, because the text also changes without an event, such as on Undo changes.
        ref={(input) => input?.setCustomValidity(problem)}
        maxLength={maxLength}
        enterKeyHint={isMultiline || !onSave ? undefined : 'done'}
        aria-describedby={hintId}
        lastSave={lastSave}
        onType={onType}
        onKeyDown={onSave && ((event) => (isMultiline ? onSaveShortcut : onSaveKey)(event, onSave))}
      />
      {hint !== undefined && (
        <p id={hintId} className={styles.hint} data-warning={isWarning}>
          {hint}
        </p>
      )}
    </div>
  );
}
