import { useCallback, useEffect, useState } from 'react';
import type { CallResult } from './editor-calls.ts';

/** What a section edits: not there yet, there, or not to be had. What did not load can be asked for again. */
export type EditorLoad<Answer> =
  | { state: 'loading' }
  | { state: 'loaded'; answer: Answer; version: number }
  | { state: 'failed'; reason: string; tryAgain: () => void };

/** Loads what a section edits, once, and again on demand. `call` must be one and the same over renders. */
export function useEditorLoad<Answer>(call: () => Promise<CallResult<Answer>>): EditorLoad<Answer> {
  const [load, setLoad] = useState<EditorLoad<Answer>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(1);
  const tryAgain = useCallback(() => {
    setLoad({ state: 'loading' });
    setAttempt((before) => before + 1);
  }, []);

  useEffect(() => {
    let isCurrent = true;
    async function run() {
      const result = await call();
      if (!isCurrent) return;
      if (result.outcome === 'done') {
        setLoad({ state: 'loaded', answer: result.answer, version: result.version });
      } else {
        setLoad({ state: 'failed', reason: result.reason, tryAgain });
      }
    }
    void run();
    return () => {
      isCurrent = false;
    };
  }, [call, attempt, tryAgain]);

  return load;
}
