import type { VersionId } from '#contract/content-version.ts';
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import type { CallResult, Failure } from './admin-api.ts';

export type EditorQuery<Body> = QueryState<Body> & {
  reload: () => void;
  /** Shows content that was loaded in another way, if the first content is loaded. */
  replace: (body: Body, version: VersionId) => void;
};

type QueryState<Body> =
  | { state: 'loading' }
  | { state: 'loaded'; body: Body; version: VersionId }
  | { state: 'failed'; outcome: Failure['outcome']; reason: string };

/**
 * Loads content once it is needed. `call` and `initialRequest` must keep their identity; `initialRequest` replaces the first
 * call.
 */
export function useEditorQuery<Body>(
  call: () => Promise<CallResult<Body>>,
  {
    initialRequest,
    isNeeded = true,
  }: { initialRequest?: Promise<CallResult<Body>>; isNeeded?: boolean } = {},
): EditorQuery<Body> {
  const [load, setLoad] = useState<QueryState<Body>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(1);
  const reload = useCallback(() => {
    setLoad({ state: 'loading' });
    setAttempt((before) => before + 1);
  }, []);

  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    async function run() {
      const result = await (attempt === 1 && initialRequest ? initialRequest : call());
      if (!isCurrent) return;
      if (result.outcome === 'done') {
        // Render long lists in a transition, so that the page accepts input during it.
        startTransition(() => setLoad({ state: 'loaded', body: result.body, version: result.version }));
      } else {
        setLoad({ state: 'failed', outcome: result.outcome, reason: result.reason });
      }
    }
    void run();
    return () => {
      isCurrent = false;
    };
  }, [call, initialRequest, isNeeded, attempt]);

  const replace = useCallback(
    (body: Body, version: VersionId) =>
      setLoad((before) => (before.state === 'loaded' ? { state: 'loaded', body, version } : before)),
    [],
  );

  return useMemo(() => ({ ...load, reload, replace }), [load, reload, replace]);
}
