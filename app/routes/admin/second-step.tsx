import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { SignInStep } from '#contract/factors.ts';
import { API, DASHBOARD_PAGE, SECOND_STEP_PAGE, SIGN_IN_PAGE } from '#contract/paths.ts';
import { formText } from '#app/editor/account/form-text.ts';
import { IdentityCheck } from '#app/editor/account/identity-check.tsx';
import { SecondFactor } from '#app/editor/account/second-factor.tsx';
import { adminApi, call, type CallResult } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import { signInWithPasskey } from '#app/editor/shell/passkeys.ts';
import type { SignInState } from '#app/editor/shell/sign-in-again.tsx';
import { useLocation, useNavigate, usePageContent } from '#app/router/router-context.tsx';
import { Page } from '#app/ui/page.tsx';
import { Skyline } from '#app/ui/skyline.tsx';
import { AccountInput } from '#app/editor/account/account-input.tsx';
import styles from './sign-in.module.css';

/** Renders what follows a right password: a code or a passkey, or the setup of a factor. The code needs no scripts. */
export default function SecondStepPage() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: SignInState };
  const { attempt } = usePageContent<typeof SECOND_STEP_PAGE>();
  const [step, setStep] = useState<SignInStep>();
  const [isChosen, setChosen] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useFailure(attempt && { reason: attempt.message });
  const box = useRef<HTMLInputElement>(null);
  const isRecovery = step && (isChosen || !step.hasTotp);
  const openEditor = useCallback(() => void navigate(state?.returnTo ?? DASHBOARD_PAGE), [navigate, state]);
  const startOver = useCallback(
    () => void navigate(SIGN_IN_PAGE, { replace: true, state: { ...state, reason: 'ended' } }),
    [navigate, state],
  );

  useEffect(() => {
    async function find() {
      const result = await call<SignInStep>(API.signInStep);
      if (result.outcome === 'done') setStep(result.body);
      if (result.outcome !== 'signed-out') return;
      // A reload after the setup.
      if ((await adminApi.verify()).outcome === 'done') openEditor();
      else startOver();
    }
    void find();
  }, [openEditor, startOver]);

  async function send(request: () => Promise<CallResult<CurrentAdmin>>) {
    if (isSending) return;
    setIsSending(true);
    setFailure(undefined);
    const result = await request();
    if (result.outcome === 'done') return openEditor();
    if (result.outcome === 'signed-out' && result.code === 'step-ended') return startOver();
    setIsSending(false);
    setFailure({ outcome: 'rejected', reason: result.reason });
    box.current?.select();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = formText(event.currentTarget, 'code');
    void send(() => call(API.signInCode, { body: { code } }));
  }

  if (step?.step === 'setup') {
    return (
      <>
        <Page heading="Set up a second factor">
          <p>
            Everyone who edits this website needs a passkey or an authenticator app. That way, a stolen
            password isn't enough to sign in.
          </p>
          <div className={styles.setup}>
            <SecondFactor onSaved={openEditor} />
          </div>
        </Page>
        <Skyline />
        <IdentityCheck username={step.username} />
      </>
    );
  }
  return (
    <>
      <Page heading="Second step">
        <noscript>
          <p>Without JavaScript, you can use codes here, but not passkeys or the setup of a second factor.</p>
        </noscript>
        <p className={styles.session}>{step && <span>Signing in as {step.username}</span>}</p>
        <form className={styles.form} method="post" action={SECOND_STEP_PAGE} onSubmit={submit}>
          {step?.passkeys && (
            <div>
              <Button onClick={() => void send(signInWithPasskey)}>Use a passkey</Button>
            </div>
          )}
          <AccountInput
            ref={box}
            id="code"
            label={step ? (isRecovery ? 'Recovery code' : 'Code from your authenticator app') : 'Code'}
            autoComplete="one-time-code"
            // Recovery codes have letters. Without scripts, the box takes both.
            inputMode={step && !isRecovery ? 'numeric' : 'text'}
          />
          <FailureAlert failure={failure} />
          <button type="submit" aria-disabled={isSending}>
            {isSending ? 'Signing in…' : 'Sign in'}
          </button>
          <p className="fine-print">
            Lost your phone?{' '}
            {step && !isRecovery ? (
              <Button look="link" onClick={() => setChosen(true)}>
                Use a recovery code
              </Button>
            ) : (
              'Type a recovery code, or ask an owner of your website to remove your second factor.'
            )}
          </p>
        </form>
      </Page>
      <Skyline />
    </>
  );
}
