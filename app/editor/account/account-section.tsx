import { useState, type SubmitEvent } from 'react';
import { PASSWORD_LENGTH } from '#contract/account-limits.ts';
import { EditorSection } from '#app/editor/frame/editor-section.tsx';
import { adminApi } from '#app/editor/frame/admin-api.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { SignInAgain } from '#app/editor/frame/sign-in-again.tsx';
import { formText } from './form-text.ts';
import { PasswordInput } from './password-input.tsx';
import controls from '#app/editor/frame/controls.module.css';
import styles from './account-section.module.css';

export function AccountSection() {
  const { admin } = useEditor();
  const [outcome, setOutcome] = useState<{ failed: boolean; isSignedOut?: boolean; message: string }>();

  async function change(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const result = await adminApi.changePassword({
      currentPassword: formText(form, 'current-password'),
      newPassword: formText(form, 'new-password'),
    });
    if (result.outcome === 'done') {
      form.reset();
      setOutcome({
        failed: false,
        message: "Password changed. You've been signed out on all other devices.",
      });
    } else {
      setOutcome({ failed: true, isSignedOut: result.outcome === 'signed-out', message: result.reason });
    }
  }

  return (
    <EditorSection id="your-account" heading="Your Account">
      <form className={styles.form} onSubmit={(event) => void change(event)}>
        {/* Shows password managers the account that the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={admin.username} readOnly hidden />
        <PasswordInput id="current-password" label="Current password" autoComplete="current-password" />
        <PasswordInput
          id="new-password"
          label={`New password, at least ${PASSWORD_LENGTH.min} characters`}
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
          maxLength={PASSWORD_LENGTH.max}
        />
        <button type="submit" className={controls.button}>
          Change password
        </button>
        {outcome && (
          <p role={outcome.failed ? 'alert' : 'status'} data-failed={outcome.failed}>
            {outcome.message}
            {outcome.isSignedOut && <SignInAgain />}
          </p>
        )}
      </form>
    </EditorSection>
  );
}
