import { startTransition, useCallback, useEffect, useState } from 'react';
import type { CallResult, Failure } from './editor-calls.ts';

export type EditorLoad<Answer> = LoadState<Answer> & { reload: () => void };

type LoadState<Answer> =
  | { state: 'loading' }
  | { state: 'loaded'; answer: Answer; version: number }
  | { state: 'failed'; outcome: Failure['outcome']; reason: string };

/** Loads content. `call` and `underWay` must keep their identity; `underWay` replaces the first call. */
export function useEditorLoad<Answer>(
  call: () => Promise<CallResult<Answer>>,
  underWay?: Promise<CallResult<Answer>>,
): EditorLoad<Answer> {
  const [load, setLoad] = useState<LoadState<Answer>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(1);
  const reload = useCallback(() => {
    setLoad({ state: 'loading' });
    setAttempt((before) => before + 1);
  }, []);

  useEffect(() => {
    let isCurrent = true;
    async function run() {
      const result = await (attempt === 1 && underWay ? underWay : call());
      if (!isCurrent) return;
      if (result.outcome === 'done') {
        // Render long lists in a transition, so that the page accepts input during it.
        startTransition(() => setLoad({ state: 'loaded', answer: result.answer, version: result.version }));
      } else {
        setLoad({ state: 'failed', outcome: result.outcome, reason: result.reason });
      }
    }
    void run();
    return () => {
      isCurrent = false;
    };
  }, [call, underWay, attempt]);

  return { ...load, reload };
}
