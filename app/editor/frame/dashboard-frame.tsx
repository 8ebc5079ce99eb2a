import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { adminApi } from './admin-api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { signingOutMessage, unsavedMessage } from './unsaved-messages.ts';
import type { UnsavedFields } from './use-unsaved-fields.ts';
import styles from './dashboard-frame.module.css';

type Section = { id: string; heading: string };

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
  /** Called after the session has ended, before navigation. */
  onSignedOut: () => void;
  children: ReactNode;
}) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function signOut() {
    setIsConfirming(false);
    const result = await adminApi.signOut();
    if (result.outcome === 'done' || result.outcome === 'signed-out') onSignedOut();
    else setFailure(`We couldn't sign you out. ${result.reason}`);
  }

  return (
    <>
      <header className={styles.strip}>
        <p className={styles.name}>Scalehouse editor</p>
        <p className={styles.username}>{admin.username}</p>
        <Link to="/">View website</Link>
        <button type="button" onClick={() => (unsaved.size > 0 ? setIsConfirming(true) : void signOut())}>
          Sign out
        </button>
      </header>
      <div className={styles.body}>
        <nav className={styles.rail} aria-label="Sections">
          <details>
            <summary>
              Sections
              <UnsavedChip count={unsaved.size} />
            </summary>
          </details>
          <ul>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <Link to={`#${id}`} preventScrollReset onClick={() => openSection(id)}>
                  {heading}
                  <UnsavedChip count={[...unsaved.values()].filter(({ section }) => section === id).length} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <main id="main" className={styles.work} tabIndex={-1}>
          <h1 className="visually-hidden">Editor</h1>
          {failure && (
            <p className={styles.failure} role="alert">
              {failure}
            </p>
          )}
          {children}
        </main>
      </div>
      {isConfirming && (
        <ConfirmDialog
          heading={unsavedMessage(unsaved)}
          text={signingOutMessage(unsaved)}
          cancelLabel="Stay"
          confirmLabel="Sign out anyway"
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => void signOut()}
        />
      )}
    </>
  );
}

/** Opens and focuses a section, because following a link into a closed `details` does neither. */
function openSection(id: string): void {
  const section = document.getElementById(id);
  section?.setAttribute('open', '');
  section?.scrollIntoView();
  section?.querySelector('summary')?.focus({ preventScroll: true });
}

function UnsavedChip({ count }: { count: number }) {
  return count > 0 && <span className={styles.chip}>{count} unsaved</span>;
}
