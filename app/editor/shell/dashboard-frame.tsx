import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { useRootAttribute } from '#app/browser/use-root-attribute.ts';
import { Link } from '#app/router/link.tsx';
import { useNavigate } from '#app/router/router-context.tsx';
import { adminApi, type Failure } from './admin-api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useSections } from './use-section-states.ts';
import type { SignInState } from './sign-in-again.tsx';
import { SignOutProvider, type SignOutScope } from './sign-out.ts';
import { signingOutMessage, unsavedMessage } from './unsaved-messages.ts';
import { UnsavedChip } from './unsaved-chip.tsx';
import type { UnsavedFields } from './use-unsaved-fields.ts';
import styles from './dashboard-frame.module.css';

type Section = { id: string; heading: string };

type SigningOut =
  | { step: 'confirming' | 'sending'; scope: SignOutScope }
  | { step: 'failed'; scope: SignOutScope; of: Failure };

export function DashboardFrame({
  admin,
  sections,
  unsaved,
  onSignedOut,
  children,
}: {
  admin: CurrentAdmin;
  sections: readonly Section[];
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
        <a href="/" target="_blank" rel="noopener">
          View website<span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        <button type="button" onClick={() => signOut('here')}>
          Sign out
        </button>
      </header>
      <div className={styles.body}>
        <SectionList sections={sections} count={unsaved.size} />
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
          cancelLabel="Cancel"
          confirmLabel={isSignedOut ? 'Sign in again' : 'Try again'}
          onCancel={() => setSigningOut(undefined)}
          onConfirm={isSignedOut ? signInAgain : () => signOut(signingOut.scope)}
        />
      )}
    </SignOutProvider>
  );
}

/** Renders links to the sections. On phones they are behind a button, which stays in view. */
function SectionList({ sections, count }: { sections: readonly Section[]; count: number }) {
  const { current, open, unsavedIn } = useSections();
  const menu = useRef<HTMLDetailsElement>(null);

  function closeMenu() {
    menu.current!.open = false;
  }

  useEffect(() => {
    function closeOnEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, []);

  return (
    <nav className={styles.rail} aria-label="Sections">
      <details ref={menu}>
        <summary>
          Sections
          <span className={styles.current}>{sections.find(({ id }) => id === current)?.heading}</span>
          <UnsavedChip count={count} />
        </summary>
      </details>
      <ul>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              preventScrollReset
              aria-current={id === current ? 'location' : undefined}
              onClick={() => {
                closeMenu();
                open(id);
              }}
            >
              {heading}
              <UnsavedChip count={unsavedIn(id)} />
            </Link>
          </li>
        ))}
        <li className={styles.history}>
          <Link to="/admin/history">History of all changes</Link>
        </li>
        <li>
          <Link to="/admin/pages">Pages of your own</Link>
        </li>
      </ul>
    </nav>
  );
}
