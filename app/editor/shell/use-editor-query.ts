import type { VersionId } from '#contract/content-version.ts';
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import { UNREACHABLE, type CallResult, type Failure } from './admin-api.ts';

export type EditorQuery<Body> = QueryState<Body> & {
  reload: () => void;
  /** Shows content that was loaded in another way, if the first content is loaded. */
  replace: (body: Body, version: VersionId) => void;
};

type QueryState<Body> =
  | { state: 'loading' }
  | { state: 'loaded'; body: Body; version: VersionId }
  | { state: 'failed'; outcome: Failure['outcome']; reason: string };

/** Loads content. `call` must keep its identity; `first` replaces the first call. */
export function useEditorQuery<Body>(
  call: () => Promise<CallResult<Body>>,
  { first }: { first?: CallResult<Body> } = {},
): EditorQuery<Body> {
  const [load, setLoad] = useState<QueryState<Body>>(first ? stateOf(first) : { state: 'loading' });
  const [attempt, setAttempt] = useState(first ? 0 : 1);
  const reload = useCallback(() => {
    setLoad({ state: 'loading' });
    setAttempt((before) => before + 1);
  }, []);

  useEffect(() => {
    if (attempt === 0) return;
    let isCurrent = true;
    async function run() {
      const result = await call();
      if (!isCurrent) return;
      // Render long lists in a transition, so that the page accepts input during it.
      if (result.outcome === 'done') startTransition(() => setLoad(stateOf(result)));
      else setLoad(stateOf(result));
    }
    void run();
    return () => {
      isCurrent = false;
    };
  }, [call, attempt]);

  const replace = useCallback(
    (body: Body, version: VersionId) =>
      setLoad((before) => (before.state === 'loaded' ? { state: 'loaded', body, version } : before)),
    [],
  );

  return useMemo(() => ({ ...load, reload, replace }), [load, reload, replace]);
}

function stateOf<Body>(result: CallResult<Body>): QueryState<Body> {
  if (result.outcome === 'done') return { state: 'loaded', body: result.body, version: result.version };
  return { state: 'failed', outcome: result.outcome, reason: result.reason };
}

/** Returns an imported module as the result of a call. */
export async function importResult<Module>(module: Promise<Module>): Promise<CallResult<Module>> {
  try {
    return { outcome: 'done', body: await module, version: '' };
  } catch {
    return UNREACHABLE;
  }
}
