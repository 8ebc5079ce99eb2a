import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { hasVisibleText } from '#contract/rich-text.ts';
import { timeInWords } from '#contract/date-time.ts';
import type { SignInState } from '#app/routes/admin/sign-in.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { useEditor } from './editor-context.ts';
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
  const { keptTexts } = useEditor();
  const { state, isUnsaved } = field;
  const statusId = `${id}-status`;

  /** What was pressed is gone after that; the keyboard goes on in the text. */
  function andGoOn(choose: () => void) {
    choose();
    document.getElementById(id)?.focus();
  }

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
        describedBy={statusId}
        onPress={field.save}
      />
      {state.reason && (
        // Told again when it happens again.
        <p key={state.saves} className={styles.reason} role="alert">
          {state.reason} {isUnsaved && keptTexts.isKeeping() && 'Your text is kept on this device.'}
          {state.isSignedOut && <SignInAgain />}
        </p>
      )}
      {state.theirs && (
        <div className={styles.theirs} role="group" aria-label="Somebody else's text">
          <p>
            {state.theirs.author
              ? `${state.theirs.author} has changed this meanwhile to:`
              : 'This has changed meanwhile to:'}
          </p>
          <blockquote>
            {theirs ??
              (isRichText && hasVisibleText(state.theirs.content) ? (
                <RichText html={state.theirs.content} />
              ) : (
                state.theirs.content || 'nothing'
              ))}
          </blockquote>
          <div className={styles.choice}>
            <button type="button" onClick={() => andGoOn(field.keepMine)}>
              Keep mine
            </button>
            <button type="button" onClick={() => andGoOn(field.takeTheirs)}>
              Take theirs
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Leads to signing in where a failure stays on the page. */
export function SignInAgain() {
  return (
    <>
      {' '}
      <Link className={styles.link} to="/admin" state={{ why: 'signed-out' } satisfies SignInState}>
        Sign in again
      </Link>
    </>
  );
}

export function StatusWords({ field: { state, isUnsaved } }: { field: Field }) {
  const { timeZone } = useEditor();
  if (state.status === 'saving') return 'Saving…';
  if (isUnsaved) return 'Not saved yet';
  if (!state.receipt) return '';
  const { at, version, changed } = state.receipt;
  const time = timeInWords(at, timeZone);
  return changed ? `Saved ${time}, ticket ${version}` : `Nothing to change, ${time}`;
}
