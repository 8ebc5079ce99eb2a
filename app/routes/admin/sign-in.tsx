import { useRef, useState, type SubmitEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import { useClientValue } from '#app/browser/use-client-value.ts';
import { adminApi } from '#app/editor/frame/admin-api.ts';
import { formText } from '#app/editor/account/form-text.ts';
import { isSaveInterrupted } from '#app/editor/field/interrupted-save.ts';
import { PasswordInput } from '#app/editor/account/password-input.tsx';
import type { SignInState } from '#app/editor/frame/sign-in-again.tsx';
import { Page } from '#app/ui/page.tsx';
import styles from './sign-in.module.css';

const REASON_TEXTS = {
  interrupted: "You were signed out. What you typed is still here. Sign in and we'll save it.",
  'no-session': 'Sign in to continue.',
  'signed-out': "You're signed out.",
} as const;

/** Reasons shown if session storage holds no interrupted save; they do not promise to save text. */
const REASON_WITHOUT_DRAFT = {
  interrupted: 'no-session',
  'no-session': 'no-session',
  'signed-out': 'signed-out',
} as const;

type ErrorMessage = { message: string; hint?: string };

export function Component() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: SignInState };
  const [failure, setFailure] = useState<ErrorMessage>();
  const [isBusy, setIsBusy] = useState(false);
  // Read session storage, which survives a reload that clears the router state.
  const reason = useClientValue(
    () => (isSaveInterrupted() ? 'interrupted' : state && REASON_WITHOUT_DRAFT[state.reason]),
    null,
  );
  const username = useRef<HTMLInputElement>(null);

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    const form = event.currentTarget;
    const result = await adminApi.signIn({
      username: formText(form, 'username'),
      password: formText(form, 'password'),
    });
    setIsBusy(false);
    if (result.outcome === 'done') {
      await navigate(`/admin/dashboard${state?.section ? `#${state.section}` : ''}`);
    } else if (result.outcome === 'unreachable') {
      setFailure({ message: MESSAGES.signInFailed });
    } else {
      const wait = result.outcome === 'rejected' ? result.waitSeconds : undefined;
      setFailure({
        message: MESSAGES.invalidCredentials,
        ...(wait && {
          hint: `Wait ${wait} ${wait === 1 ? 'second' : 'seconds'}, then try again.`,
        }),
      });
      username.current?.focus();
    }
  }

  return (
    <Page heading="Sign in">
      {reason && (
        <p className={styles.reason} role="status">
          {REASON_TEXTS[reason]}
        </p>
      )}
      {/* POST keeps the password out of the URL if the form is submitted before hydration. */}
      <form className={styles.form} method="post" action="/admin" onSubmit={(event) => void signIn(event)}>
        <div className={styles.field}>
          <label htmlFor="username">Username</label>
          <input
            ref={username}
            id="username"
            name="username"
            type="text"
            required
            placeholder="Enter your username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <PasswordInput
          id="password"
          label="Password"
          placeholder="Enter your password"
          autoComplete="current-password"
        />
        <div role="alert">
          {failure && (
            <p className={styles.failure}>
              <strong>{failure.message}</strong>
              {failure.hint && <span>{failure.hint}</span>}
            </p>
          )}
        </div>
        <button type="submit" aria-disabled={isBusy}>
          Login
        </button>
        <p className={styles.hint}>Forgot your password? Ask the person who runs your website to reset it.</p>
      </form>
    </Page>
  );
}
