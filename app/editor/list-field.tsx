import type { ReactNode } from 'react';
import { useEditor } from './editor-context.ts';
import { SignInAgain, StatusWords } from './field-row.tsx';
import { SaveButton } from './save-button.tsx';
import type { Field } from './use-field.ts';
import styles from './list-field.module.css';

/** A list that is saved by one button: it stays in view with the state in words, however long the list is. */
export function ListField({
  id,
  name,
  field,
  saveLabel,
  onSave,
  theirs,
  buttons,
  children,
}: {
  id: string;
  name: string;
  field: Field;
  saveLabel: string;
  onSave: () => void;
  /** Shows what somebody else has saved meanwhile. */
  theirs: ReactNode;
  buttons: ReactNode;
  children: ReactNode;
}) {
  const { keptTexts } = useEditor();
  const { state, isUnsaved } = field;
  const statusId = `${id}-status`;

  /** What was pressed is gone after that; the keyboard goes on in the list. */
  function andGoOn(choose: () => void) {
    choose();
    document.getElementById(id)?.focus();
  }

  return (
    <div id={id} className={styles.field} role="group" aria-label={name} tabIndex={-1}>
      <div className={styles.bar} data-unsaved={isUnsaved}>
        <p id={statusId} className={styles.status}>
          <span role="status">
            <StatusWords field={field} />
          </span>
          {isUnsaved && (
            <button type="button" className={styles.link} onClick={() => andGoOn(field.putBack)}>
              Put back
            </button>
          )}
        </p>
        {state.reason && (
          // Told again when it happens again.
          <p key={state.saves} className={styles.reason} role="alert">
            {state.reason} {isUnsaved && keptTexts.isKeeping() && 'Your text is kept on this device.'}
            {state.isSignedOut && <SignInAgain />}
          </p>
        )}
        <SaveButton
          label={saveLabel}
          status={state.status}
          isUnsaved={isUnsaved}
          describedBy={statusId}
          onPress={onSave}
        />
      </div>
      {state.theirs && (
        <div className={styles.theirs} role="group" aria-label="Somebody else's list">
          <p>
            {state.theirs.author
              ? `${state.theirs.author} has changed this meanwhile to:`
              : 'This has changed meanwhile to:'}
          </p>
          <div className={styles.content}>{theirs}</div>
          <div className={styles.choice}>
            <button type="button" className={styles.button} onClick={() => andGoOn(field.keepMine)}>
              Keep mine
            </button>
            <button type="button" className={styles.button} onClick={() => andGoOn(field.takeTheirs)}>
              Take theirs
            </button>
          </div>
        </div>
      )}
      {children}
      <div className={styles.choice}>{buttons}</div>
    </div>
  );
}

/** A button of a list besides the one that saves. */
export function ListButton({ id, label, onPress }: { id?: string; label: string; onPress: () => void }) {
  return (
    <button id={id} type="button" className={styles.button} onClick={onPress}>
      {label}
    </button>
  );
}
