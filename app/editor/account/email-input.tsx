import { useId } from 'react';
import { EMAIL_MAX_LENGTH } from '#contract/people.ts';
import controls from '#app/editor/shell/controls.module.css';

/** Renders the field "email" of a form. */
export function EmailInput({ email }: { email: string | null | undefined }) {
  const id = useId();
  return (
    <div>
      <label className={controls.label} htmlFor={id}>
        Email for a forgotten password (optional)
      </label>
      <input
        id={id}
        name="email"
        type="email"
        className={controls.input}
        maxLength={EMAIL_MAX_LENGTH}
        autoComplete="off"
        defaultValue={email ?? ''}
      />
    </div>
  );
}
