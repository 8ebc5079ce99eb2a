import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VersionId } from '#contract/content-version.ts';
import { Link } from '#app/router/link.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import { SignInAgain } from '#app/editor/shell/sign-in-again.tsx';
import { adminApi, type Failure } from '#app/editor/shell/admin-api.ts';
import { ConfirmDialog } from '#app/editor/shell/confirm-dialog.tsx';
import styles from './demo-notice.module.css';

/** What an undo needs: the changes of the removal, and the version after it. */
type Removal = { changes: string | undefined; version: VersionId };

type NoticeState =
  | { status: 'idle' | 'confirming' | 'removing' }
  | { status: 'failed'; failure: Pick<Failure, 'outcome' | 'reason'> }
  | ({ status: 'removed'; isUndoing?: boolean; failure?: Failure } & Removal);

/** `onChanged`: called when demo content was removed or restored. */
export function DemoNotice({ onChanged }: { onChanged: () => void }) {
  const [state, setState] = useState<NoticeState>({ status: 'idle' });
  const button = useRef<HTMLButtonElement>(null);

  async function removeDemoContent() {
    setState({ status: 'removing' });
    const result = await adminApi.removeDemoContent();
    if (result.outcome !== 'done') {
      setState({ status: 'failed', failure: result });
      // Move the focus, because the dialog that had it is closed.
      button.current?.focus();
      return;
    }
    setState({ status: 'removed', changes: result.changes, version: result.version });
    // The button is gone, so move the focus to the start of the sections.
    document.getElementById('main')?.focus({ preventScroll: true });
    onChanged();
  }

  async function undo({ changes, version }: Removal) {
    if (changes === undefined) return;
    setState({ status: 'removed', changes, version, isUndoing: true });
    const result = await adminApi.restoreChanges(changes, version);
    if (result.outcome !== 'done') return setState({ status: 'removed', changes, version, failure: result });
    flushSync(() => setState({ status: 'idle' }));
    button.current?.focus();
    onChanged();
  }

  if (state.status === 'removed') {
    const { changes, isUndoing = false, failure } = state;
    return (
      <div className={styles.removed}>
        <p role="status">
          Demo content removed. Start with Contact Us Information and Operating Hours. Still see something
          made up? Check Employee Section, Cash Bids, and your price tables.
        </p>
        {changes !== undefined && (
          <Button aria-disabled={isUndoing} onClick={() => !isUndoing && void undo(state)}>
            {isUndoing ? 'Undoing…' : 'Undo'}
            <span className="visually-hidden"> the removal of the demo content</span>
          </Button>
        )}
        {failure && (
          <p className={styles.failure} role="alert">
            We couldn't bring the demo content back.{' '}
            {failure.outcome === 'conflict' ? (
              <>
                Your website has changed since then. You can still restore single texts and lists in the{' '}
                <Link to="/admin/history">history of all changes</Link>.
              </>
            ) : (
              failure.reason
            )}
            {failure.outcome === 'signed-out' && <SignInAgain />}
          </p>
        )}
      </div>
    );
  }
  return (
    <section id="demo-content" className={styles.notice} aria-label="Demo content">
      <p>
        Your website is showing demo content. The cooperative, people, phone numbers, prices, and images are
        made up. Anything you change is yours and stays.
      </p>
      <Button
        ref={button}
        aria-disabled={state.status === 'removing'}
        onClick={() => state.status !== 'removing' && setState({ status: 'confirming' })}
      >
        Remove demo content
      </Button>
      <p role="status">{state.status === 'removing' && 'Removing…'}</p>
      {state.status === 'failed' && (
        <p className={styles.failure} role="alert">
          We couldn't remove the demo content. {state.failure.reason}
          {state.failure.outcome === 'signed-out' && <SignInAgain />}
        </p>
      )}
      {state.status === 'confirming' && (
        <ConfirmDialog
          heading="Remove all demo content?"
          text="This takes made-up text, bids, employees, prices, Pioneer items, and images off your website right away. You can undo it until you leave this page. A list or table you've edited stays whole, so check it for made-up names and prices."
          cancelLabel="Cancel"
          confirmLabel="Remove demo content"
          onCancel={() => setState({ status: 'idle' })}
          onConfirm={() => void removeDemoContent()}
        />
      )}
    </section>
  );
}
