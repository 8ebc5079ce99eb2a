import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { FACTOR_SETUP_NEEDED, SECOND_FACTOR_NEEDED } from '#contract/factors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { DASHBOARD_PAGE, FORGOTTEN_PASSWORD_PAGE, SECOND_STEP_PAGE, SIGN_IN_PAGE } from '#contract/paths.ts';
import { waitText } from '#contract/text.ts';
import type { SignInAttempt } from '#shared/page-content.ts';
import { useClientValue } from '#app/browser/use-client-value.ts';
import { adminApi, type CallResult } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { formText } from '#app/editor/account/form-text.ts';
import { isSaveInterrupted } from '#app/editor/field/interrupted-save.ts';
import { PasswordInput } from '#app/editor/account/password-input.tsx';
import { canOfferPasskeys, offerPasskeys, signInWithPasskey } from '#app/editor/shell/passkeys.ts';
import { sessionHint } from '#app/editor/shell/session-hint.ts';
import type { SignInState } from '#app/editor/shell/sign-in-again.tsx';
import { Link } from '#app/router/link.tsx';
import { useLocation, useNavigate, usePageContent } from '#app/router/router-context.tsx';
import { Page } from '#app/ui/page.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { Skyline } from '#app/ui/skyline.tsx';
import { UsernameInput } from '#app/editor/account/account-input.tsx';
import styles from './sign-in.module.css';

const REASON_TEXTS = {
  interrupted: "You were signed out. What you typed is still here. Sign in and we'll save it.",
  'no-session': 'Sign in to continue.',
  'not-verified': "We couldn't open the editor. Sign in, or try again in a minute.",
  ended: 'That sign-in took too long, or it was finished in another tab. Sign in again.',
  'signed-out': "You're signed out.",
  'signed-out-everywhere': 'Signed out on every device.',
} as const;

/** Returns the reason shown if session storage holds no interrupted save; it does not promise to save text. */
const reasonWithoutDraft = (reason: keyof typeof REASON_TEXTS) =>
  reason === 'interrupted' ? 'no-session' : reason;

const FAILURE_ID = 'sign-in-failure';

/** Codes of responses to a right password that needs a second step. */
const SECOND_STEPS: readonly unknown[] = [SECOND_FACTOR_NEEDED, FACTOR_SETUP_NEEDED];

export default function SignInPage() {
  const navigate = useNavigate();
  const { sendsMail } = useSite();
  const { state } = useLocation() as { state: SignInState };
  // Set if the form was submitted before hydration.
  const { attempt } = usePageContent<typeof SIGN_IN_PAGE>();
  const [failure, setFailure] = useState<Omit<SignInAttempt, 'username'> | undefined>(attempt);
  const [isBusy, setIsBusy] = useState(false);
  // Read session storage, which survives a reload that clears the router state.
  const reason = useClientValue(
    () => (isSaveInterrupted() ? 'interrupted' : state && reasonWithoutDraft(state.reason)),
    null,
  );
  const username = useRef<HTMLInputElement>(null);
  const currentAdmin = useCurrentAdmin();
  const dashboard = state?.returnTo ?? DASHBOARD_PAGE;

  const [hasPasskeys, setHasPasskeys] = useState(false);
  useEffect(() => void canOfferPasskeys().then(setHasPasskeys), []);

  function finishPasskey(result: CallResult<CurrentAdmin>) {
    if (result.outcome === 'done') void navigate(dashboard);
    else setFailure({ message: result.reason });
  }
  const onPasskey = useEffectEvent(finishPasskey);

  useEffect(
    // The browser asks for one passkey at a time.
    () => (hasPasskeys && !isBusy ? offerPasskeys((result) => onPasskey(result)) : undefined),
    [hasPasskeys, isBusy],
  );

  async function askForPasskey() {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    const result = await signInWithPasskey();
    setIsBusy(false);
    finishPasskey(result);
  }

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
    if (result.outcome === 'done') return navigate(dashboard);
    if (result.outcome === 'signed-out' && SECOND_STEPS.includes(result.code))
      return navigate(SECOND_STEP_PAGE, { state });
    setIsBusy(false);
    if (result.outcome === 'unreachable') {
      setFailure({ message: MESSAGES.signInFailed });
    } else {
      const wait = result.outcome === 'rejected' ? result.waitSeconds : undefined;
      setFailure({
        message: MESSAGES.invalidCredentials,
        ...(wait && { hint: waitText(wait) }),
        ...(result.outcome === 'signed-out' && result.code && { hint: result.reason }),
      });
      username.current?.focus();
    }
  }

  return (
    <>
      <Page heading="Sign in">
        {reason && (
          <p className={`${styles.reason} gold-note`} role="status">
            {REASON_TEXTS[reason]}
          </p>
        )}
        {/* Takes up its space also when empty, so that the form does not move. */}
        <p className={styles.session} role="status">
          {currentAdmin && (
            <>
              <span>Signed in as {currentAdmin.username}</span> <Link to={dashboard}>Open the editor</Link>
            </>
          )}
        </p>
        {/* The server signs in if the form is submitted before hydration. */}
        <form
          className={styles.form}
          method="post"
          action={SIGN_IN_PAGE}
          onInput={({ target }) => (target as HTMLInputElement).setCustomValidity('')}
          onSubmit={(event) => void signIn(event)}
        >
          <UsernameInput
            ref={username}
            autoComplete="username webauthn"
            placeholder="Enter your username"
            defaultValue={attempt?.username}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- screen readers announce no alert that is in the HTML
            autoFocus={attempt !== undefined}
            aria-describedby={attempt && FAILURE_ID}
          />
          <PasswordInput
            id="password"
            label="Password"
            placeholder="Enter your password"
            autoComplete="current-password"
          />
          <div id={FAILURE_ID} role="alert">
            {failure && (
              <p className={styles.failure}>
                <strong>{failure.message}</strong>
                {failure.hint && <span>{failure.hint}</span>}
              </p>
            )}
          </div>
          <button
            type="submit"
            aria-disabled={isBusy}
            onClick={({ currentTarget }) => explainEmptyFields(currentTarget.form!)}
          >
            {isBusy ? 'Signing in…' : 'Login'}
          </button>
          <p className="fine-print">
            {sendsMail ? (
              <Link to={FORGOTTEN_PASSWORD_PAGE}>Forgot your password?</Link>
            ) : (
              'Forgot your password? Ask an owner of your website for a link to a new one.'
            )}
          </p>
          <div className={styles.passkey}>
            {hasPasskeys && (
              <Button look="link" onClick={() => void askForPasskey()}>
                Use a passkey
              </Button>
            )}
          </div>
        </form>
      </Page>
      <Skyline />
    </>
  );
}

/** Gives the browser's check our words. Runs before each check, because password managers fill fields silently. */
function explainEmptyFields(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll('input')) {
    input.setCustomValidity(input.validity.valueMissing ? `${input.placeholder}.` : '');
  }
}

/** Returns the administrator of the session. Without a sign of a session, sends no request. */
function useCurrentAdmin(): CurrentAdmin | undefined {
  const [admin, setAdmin] = useState<CurrentAdmin>();
  useEffect(() => {
    if (!sessionHint.exists()) return;
    void adminApi.verify().then((result) => result.outcome === 'done' && setAdmin(result.body));
  }, []);
  return admin;
}
