import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VersionId } from '#contract/content-version.ts';
import { Link } from '#app/router/link.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useQuestion } from '#app/editor/shell/confirm-dialog.tsx';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import styles from './demo-notice.module.css';

/** What an undo needs: the changes of the removal, and the version after it. */
type Removal = { changes?: string | undefined; version: VersionId };

const CHANGED_SINCE = (
  <>
    Your website has changed since then. You can still restore single texts and lists in the{' '}
    <Link to="/admin/history">history of all changes</Link>.
  </>
);

/** `onChanged`: called when demo content was removed or restored. */
export function DemoNotice({ onChanged }: { onChanged: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [removal, setRemoval] = useState<Removal>();
  const [failure, setFailure] = useFailure();
  const { ask, dialog } = useQuestion();
  const button = useRef<HTMLButtonElement>(null);

  async function removeDemoContent() {
    setIsBusy(true);
    setFailure(undefined);
    const result = await adminApi.removeDemoContent();
    setIsBusy(false);
    if (result.outcome !== 'done') {
      setFailure(result);
      // Move the focus, because the dialog that had it is closed.
      return button.current?.focus();
    }
    setRemoval(result);
    // The button is gone, so move the focus to the start of the sections.
    document.getElementById('main')?.focus({ preventScroll: true });
    onChanged();
  }

  async function undo({ changes, version }: Removal) {
    if (changes === undefined || isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    const result = await adminApi.restoreChanges(changes, version);
    setIsBusy(false);
    if (result.outcome === 'conflict') return setFailure({ ...result, reason: CHANGED_SINCE });
    if (result.outcome !== 'done') return setFailure(result);
    flushSync(() => setRemoval(undefined));
    button.current?.focus();
    onChanged();
  }

  const askToRemove = () =>
    ask({
      heading: 'Remove all demo content?',
      text: "This takes what is made up off your website right away. You can undo it until you leave this page. A list or table you've edited stays whole, so check it for made-up names and prices.",
      confirmLabel: 'Remove demo content',
      act: removeDemoContent,
    });

  if (removal) {
    return (
      <div className={styles.notice}>
        <p role="status">
          Demo content removed. Still see something made up? Check Employee Section, Cash Bids, and your price
          tables.
        </p>
        {removal.changes !== undefined && (
          <Button aria-disabled={isBusy} onClick={() => void undo(removal)}>
            {isBusy ? 'Undoing…' : 'Undo'}
            <span className="visually-hidden"> the removal of the demo content</span>
          </Button>
        )}
        <FailureAlert message="We couldn't bring the demo content back." failure={failure} />
      </div>
    );
  }
  return (
    <section id="demo-content" className={`${styles.notice} gold-note`} aria-label="Demo content">
      <p>Your website is showing demo content, which is made up. Anything you change is yours and stays.</p>
      <Button ref={button} aria-disabled={isBusy} onClick={() => !isBusy && askToRemove()}>
        Remove demo content
      </Button>
      <p role="status">{isBusy && 'Removing…'}</p>
      <FailureAlert message="We couldn't remove the demo content." failure={failure} />
      {dialog}
    </section>
  );
}
