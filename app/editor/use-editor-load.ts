import { startTransition, useCallback, useEffect, useState } from 'react';
import type { CallResult, Failure } from './editor-calls.ts';

/** What is edited: not there yet, there, or not to be had. It can be asked for again at any time. */
export type EditorLoad<Answer> = LoadState<Answer> & { reload: () => void };

type LoadState<Answer> =
  | { state: 'loading' }
  | { state: 'loaded'; answer: Answer; version: number }
  | { state: 'failed'; outcome: Failure['outcome']; reason: string };

/**
 * Loads what is edited, once, and again on demand. Both must be the same over renders; the first time, what is
 * `underWay` takes the place of `call`.
 */
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
        // Long lists are drawn in pieces: what is there already can be typed in meanwhile.
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
