import { useEffect, useState } from 'react';
import type { Failure } from '#app/editor/frame/admin-api.ts';
import { FLASH_MS } from './field-state.ts';
import { SignInAgain } from '#app/editor/frame/sign-in-again.tsx';
import controls from '#app/editor/frame/controls.module.css';
import styles from './remove-button.module.css';

export function RemoveButton({ onRemove }: { onRemove: () => Promise<Failure | undefined> }) {
  const [status, setStatus] = useState<'idle' | 'removing' | 'failed'>('idle');
  const [failure, setFailure] = useState<{ of: Failure; count: number }>();

  useEffect(() => {
    if (status !== 'failed') return;
    const timer = setTimeout(() => setStatus('idle'), FLASH_MS);
    return () => clearTimeout(timer);
  }, [status, failure]);

  async function remove() {
    if (status === 'removing') return;
    setStatus('removing');
    const of = await onRemove();
    if (of) setFailure((before) => ({ of, count: (before?.count ?? 0) + 1 }));
    else setFailure(undefined);
    setStatus(of ? 'failed' : 'idle');
  }

  const label = { idle: 'Remove', removing: 'Removing…', failed: 'Not removed' }[status];
  return (
    <>
      <button type="button" className={styles.button} data-status={status} onClick={() => void remove()}>
        {label}
      </button>
      {failure && (
        // The key makes screen readers announce a repeated failure again.
        <p key={failure.count} className={`${controls.failure} ${styles.reason}`} role="alert">
          {failure.of.reason}
          {failure.of.outcome === 'signed-out' && <SignInAgain />}
        </p>
      )}
    </>
  );
}
