import { useState, type ReactNode } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { TODAY_PAGE } from '#contract/paths.ts';
import { useRootAttribute } from '#app/browser/use-root-attribute.ts';
import { Link } from '#app/router/link.tsx';
import { useNavigate } from '#app/router/router-context.tsx';
import { adminApi, type Failure } from './admin-api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SectionList, type SectionListProps } from './section-list.tsx';
import type { SignInState } from './sign-in-again.tsx';
import { SignOutProvider, type SignOutScope } from './sign-out.ts';
import { signingOutMessage, unsavedMessage } from './unsaved-messages.ts';
import type { UnsavedFields } from './use-unsaved-fields.ts';
import styles from './dashboard-frame.module.css';

type SigningOut =
  | { step: 'confirming' | 'sending'; scope: SignOutScope }
  | { step: 'failed'; scope: SignOutScope; of: Failure };

export function DashboardFrame({
  admin,
  list,
  attention,
  unsaved,
  onSignedOut,
  children,
}: {
  admin: CurrentAdmin;
  list: SectionListProps;
  /** Number of things that need attention. */
  attention: number;
  unsaved: UnsavedFields;
  /** Called after the sessions have ended, before navigation. `confirmed`: changes that were unsaved at the click. */
  onSignedOut: (scope: SignOutScope, confirmed: UnsavedFields) => void;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const [signingOut, setSigningOut] = useState<SigningOut>();

  useRootAttribute('data-dashboard');

  function signOut(scope: SignOutScope) {
    if (signingOut?.step === 'sending') return;
    if (unsaved.size > 0) setSigningOut({ step: 'confirming', scope });
    else void endSessions(scope);
  }

  async function endSessions(scope: SignOutScope) {
    setSigningOut({ step: 'sending', scope });
    const result = await (scope === 'here' ? adminApi.signOut() : adminApi.signOutEverywhere());
    // Without a session, nothing is left to end here, but sessions elsewhere may be active.
    const isDone = result.outcome === 'done' || (result.outcome === 'signed-out' && scope === 'here');
    if (isDone) onSignedOut(scope, unsaved);
    else setSigningOut({ step: 'failed', scope, of: result });
  }

  const isSignedOut = signingOut?.step === 'failed' && signingOut.of.outcome === 'signed-out';

  function signInAgain() {
    setSigningOut(undefined);
    void navigate('/admin', { state: { reason: 'no-session' } satisfies SignInState });
  }

  return (
    <SignOutProvider value={signOut}>
      <header className={styles.strip}>
        <p className={styles.name}>Scalehouse editor</p>
        <p className={styles.username}>{admin.username}</p>
        <Link to={TODAY_PAGE}>Today</Link>
        <a href="/" target="_blank" rel="noopener">
          View website<span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        <button type="button" onClick={() => signOut('here')}>
          Sign out
        </button>
      </header>
      <div className={styles.body}>
        <SectionList {...list} count={unsaved.size} attention={attention} />
        <main id="main" className={styles.work} tabIndex={-1}>
          <h1 className="visually-hidden">Editor</h1>
          {children}
        </main>
      </div>
      {signingOut?.step === 'confirming' && (
        <ConfirmDialog
          heading={unsavedMessage(unsaved)}
          text={signingOutMessage(unsaved)}
          cancelLabel="Stay"
          confirmLabel={signingOut.scope === 'here' ? 'Sign out anyway' : 'Sign out everywhere'}
          onCancel={() => setSigningOut(undefined)}
          onConfirm={() => void endSessions(signingOut.scope)}
        />
      )}
      {signingOut?.step === 'failed' && (
        // A dialog, because the buttons that sign out are far apart on the page.
        <ConfirmDialog
          heading={`We couldn't sign you out${signingOut.scope === 'everywhere' ? ' everywhere' : ''}.`}
          text={
            isSignedOut
              ? 'This device is already signed out. Sign in again, then try once more.'
              : signingOut.of.reason
          }
          confirmLabel={isSignedOut ? 'Sign in again' : 'Try again'}
          onCancel={() => setSigningOut(undefined)}
          onConfirm={isSignedOut ? signInAgain : () => signOut(signingOut.scope)}
        />
      )}
    </SignOutProvider>
  );
}
