import { useState, type SubmitEvent } from 'react';
import { PASSWORD_LENGTH } from '#contract/account-limits.ts';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useEditor, useReader } from '#app/editor/field/editor-context.ts';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { useSignOut } from '#app/editor/shell/sign-out.ts';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { useReloading } from '#app/editor/shell/use-reloading.tsx';
import { whenOf } from '#app/editor/shell/when-of.ts';
import { formText } from './form-text.ts';
import { useSite } from '#app/ui/site-context.ts';
import { EmailInput } from './email-input.tsx';
import { peopleApi } from './people-api.ts';
import { PasswordInput } from './password-input.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';
import list from '#app/editor/shell/credential-list.module.css';
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
  const { sendsMail } = useSite();
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
        {status !== 'tokens-ended' && admin.role === 'owner' && <OwnTokens />}
        <Button type="submit">Change password</Button>
        <div>
          <p role="status">{STATUS_TEXTS[status]}</p>
          <FailureAlert failure={failure} />
        </div>
      </form>
      <div className={styles.form}>
        <Button onClick={() => signOut('everywhere')}>Sign out everywhere</Button>
      </div>
      {sendsMail && (
        <Loaded from={adminApi.verify} noun="email">
          {(current) => <OwnEmail admin={current} />}
        </Loaded>
      )}
      <div className={list.part}>
        <h3>Second factor</h3>
        <SecondFactor />
      </div>
      <SessionList key={STATUS_TEXTS[status]} />
    </>
  );
}

/** Shows nothing until the time is loaded, or if that fails, because the editor works without it. */
function LastBackupLine() {
  const reader = useReader();
  const load = useEditorQuery(adminApi.lastBackup);
  if (load.state !== 'loaded') return null;
  const { at } = load.body;
  return (
    <p>
      {at === null
        ? 'No backup yet. Ask the person who runs the server to make one every night.'
        : `Last backup: ${whenOf(at, reader)}`}
    </p>
  );
}

/** Renders the form for the address to which a link to a new password is sent. */
function OwnEmail({ admin }: { admin: CurrentAdmin }) {
  const { send, outcome } = useReloading(admin, adminApi.verify);

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = formText(event.currentTarget, 'email') || null;
    void send(peopleApi.changeEmail({ email }), 'Email saved.');
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <EmailInput email={admin.email} />
      <Button type="submit">Save email</Button>
      {outcome}
    </form>
  );
}

/** Renders the choice to delete the administrator's API tokens together with the old password, if there are any. */
function OwnTokens() {
  const { admin, timeZone } = useEditor();
  const load = useEditorQuery(adminApi.apiTokens);
  const own =
    load.state === 'loaded' ? load.body.filter(({ createdBy }) => createdBy === admin.username) : [];
  if (own.length === 0) return null;
  return (
    <div>
      <p id="own-tokens">Programs can still post with the API tokens you created:</p>
      <ul>
        {own.map(({ id, name, usedAt }) => (
          <li key={id}>
            {name}, {usedAt ? `last used ${formatDateTime(usedAt, timeZone)}` : 'not used yet'}
          </li>
        ))}
      </ul>
      <label className={controls.check}>
        <input type="checkbox" name="end-tokens" aria-describedby="own-tokens" />
        Delete them too
      </label>
    </div>
  );
}
