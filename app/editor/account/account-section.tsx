import { useState, type SubmitEvent } from 'react';
import { PASSWORD_LENGTH } from '#contract/account-limits.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import { useSignOut } from '#app/editor/shell/sign-out.ts';
import { formText } from './form-text.ts';
import { LastBackupLine } from './last-backup-line.tsx';
import { OwnTokens } from './own-tokens.tsx';
import { PasswordInput } from './password-input.tsx';
import styles from './account-section.module.css';

const STATUS_TEXTS = {
  idle: '',
  sending: 'Changing…',
  done: "Password changed. You've been signed out on all other devices.",
  'tokens-ended':
    "Password changed. You've been signed out on all other devices, and your API tokens no longer work.",
  failed: '',
} as const;

export function AccountSection() {
  const { admin, onPasswordChanged } = useEditor();
  const signOut = useSignOut();
  const [status, setStatus] = useState<keyof typeof STATUS_TEXTS>('idle');
  const [failure, setFailure] = useFailure();

  async function change(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (status === 'sending') return;
    setStatus('sending');
    setFailure(undefined);
    const form = event.currentTarget;
    const endTokens = formText(form, 'end-tokens') !== '';
    const result = await adminApi.changePassword({
      currentPassword: formText(form, 'current-password'),
      newPassword: formText(form, 'new-password'),
      endTokens,
    });
    if (result.outcome === 'done') {
      form.reset();
      setStatus(endTokens ? 'tokens-ended' : 'done');
      onPasswordChanged();
    } else {
      setStatus('failed');
      setFailure(result);
    }
  }

  return (
    <>
      <p>
        Signed in as <b>{admin.username}</b>
      </p>
      <LastBackupLine />
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
        {status !== 'tokens-ended' && <OwnTokens />}
        <Button type="submit">Change password</Button>
        <div>
          <p role="status">{STATUS_TEXTS[status]}</p>
          <FailureAlert failure={failure} />
        </div>
      </form>
      <div className={styles.form}>
        <Button onClick={() => signOut('everywhere')}>Sign out everywhere</Button>
      </div>
    </>
  );
}
