import type { ReactNode } from 'react';
import { formatTime } from '#shared/date-time.ts';
import { SignInAgain } from '#app/editor/frame/sign-in-again.tsx';
import { useEditor } from './editor-context.ts';
import type { Field } from './use-field.ts';
import controls from '#app/editor/frame/controls.module.css';
import styles from './field-parts.module.css';

type Part = { id: string; field: Field };

export const statusIdOf = (id: string) => `${id}-status`;

export function FieldStatus({ id, field }: Part) {
  return (
    <p id={statusIdOf(id)} className={styles.status} data-unsaved={field.isUnsaved}>
      <span role="status">
        <StatusText field={field} />
      </span>
      {field.isUnsaved && (
        <button type="button" className={controls.link} onClick={() => runAndFocus(id, field.revert)}>
          Undo changes
        </button>
      )}
    </p>
  );
}

/** Renders the reason why the last save failed. `className` places it in the surrounding layout. */
export function FieldFailure({
  field: { state, isUnsaved },
  className,
}: Pick<Part, 'field'> & ClassNameProps) {
  const { drafts } = useEditor();
  if (!state.reason) return null;
  return (
    // The key makes screen readers announce a repeated failure again.
    <p key={state.saves} className={`${controls.failure} ${className}`} role="alert">
      {state.reason} {isUnsaved && drafts.isPersistent() && 'What you typed is still here, on this device.'}
      {state.isSignedOut && <SignInAgain />}
    </p>
  );
}

export function FieldConflict({
  id,
  field,
  name,
  className,
  children,
}: Part & ClassNameProps & { name: string; children: ReactNode }) {
  const { theirs } = field.state;
  if (!theirs) return null;
  return (
    <div className={`${styles.theirs} ${className}`} role="group" aria-label={name}>
      <p>
        {theirs.author
          ? `${theirs.author} changed this while you were editing. Their version:`
          : 'This changed while you were editing. The new version:'}
      </p>
      <blockquote>{children}</blockquote>
      <div className={styles.choice}>
        <button type="button" className={controls.button} onClick={() => runAndFocus(id, field.keepMine)}>
          Keep mine
        </button>
        <button type="button" className={controls.button} onClick={() => runAndFocus(id, field.takeTheirs)}>
          Use theirs
        </button>
      </div>
      <p className={styles.hint}>
        Keep mine: your version stays here in the editor. Save it to put it on the website. Use theirs: your
        version will be lost.
      </p>
    </div>
  );
}

type ClassNameProps = { className: string | undefined };

/** Runs `choose`, then focuses the field, because the pressed button disappears. */
function runAndFocus(id: string, choose: () => void): void {
  choose();
  document.getElementById(id)?.focus();
}

function StatusText({ field: { state, isUnsaved } }: Pick<Part, 'field'>) {
  const { timeZone } = useEditor();
  if (state.status === 'saving') return 'Saving…';
  if (isUnsaved) return 'Not saved yet';
  if (!state.receipt) return '';
  const { at, changed } = state.receipt;
  return changed ? `Saved at ${formatTime(at, timeZone)}` : 'No changes to save';
}
