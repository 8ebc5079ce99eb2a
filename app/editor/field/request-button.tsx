import { useEffect, useState } from 'react';
import { Button } from '#app/editor/shell/button.tsx';
import type { Failure } from '#app/editor/shell/admin-api.ts';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import { FLASH_MS } from './field-state.ts';

export const REMOVE_LABELS = { idle: 'Remove', running: 'Removing…', failed: 'Not removed' } as const;

/** Renders a button that sends a request, and the reason if that fails. */
export function RequestButton({
  id,
  labels,
  name,
  message,
  describedBy,
  onPress,
}: {
  id?: string;
  labels: Record<'idle' | 'running' | 'failed', string>;
  /** Accessible name, if its labels are those of other buttons, too. */
  name?: string;
  /** Message of a failure, which precedes the reason. */
  message?: string;
  describedBy?: string;
  /** Returns the failure of the request, if any. */
  onPress: () => Promise<Failure | undefined>;
}) {
  const [status, setStatus] = useState<keyof typeof labels>('idle');
  const [failure, setFailure] = useFailure();

  useEffect(() => {
    if (status !== 'failed') return;
    const timer = setTimeout(() => setStatus('idle'), FLASH_MS);
    return () => clearTimeout(timer);
  }, [status, failure]);

  async function press() {
    if (status === 'running') return;
    setStatus('running');
    const result = await onPress();
    setFailure(result);
    setStatus(result ? 'failed' : 'idle');
  }

  return (
    <>
      <Button
        id={id}
        data-status={status}
        aria-label={name}
        aria-describedby={describedBy}
        onClick={() => void press()}
      >
        {labels[status]}
      </Button>
      <FailureAlert message={message} failure={failure} />
    </>
  );
}
