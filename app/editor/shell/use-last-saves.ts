import type { VersionId } from '#contract/content-version.ts';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { LastSaves } from '#contract/last-saves.ts';
import { whileVisible } from '#app/browser/while-visible.ts';
import { adminApi, refreshPreloaded } from './admin-api.ts';
import { sessionHint } from './session-hint.ts';

const CHECK_EVERY_MS = 10_000;
const NO_SAVES: LastSaves = {};

/**
 * Loads the last saves, and again while the page is visible, so that fields learn of newer versions, and administrators of
 * a problem of the website. The saves stay as they are if that fails, because the editor works without them.
 */
export function useLastSaves() {
  const [lastSaves, setLastSaves] = useState(NO_SAVES);
  const [problem, setProblem] = useState<string>();
  const known = useRef<VersionId>(undefined);
  const isSignedOut = useRef(false);
  const load = useCallback(async () => {
    // Someone may have signed in in another tab.
    if (isSignedOut.current && !sessionHint.exists()) return;
    const result = await adminApi.lastSaves(known.current);
    isSignedOut.current = result.outcome === 'signed-out';
    if (isSignedOut.current) sessionHint.remove();
    if (result.outcome === 'done') setProblem(result.problem);
    if (result.outcome === 'rejected') setProblem(result.reason);
    if (result.outcome !== 'done' || result.body === null) return;
    if (known.current !== undefined) refreshPreloaded();
    known.current = result.version;
    const { body } = result;
    // Do not delay input or the lists that are being loaded.
    startTransition(() => setLastSaves(body));
  }, []);
  /** Loads them again. Call it when content is loaded later than the editor. */
  const refreshLastSaves = useCallback(() => void load(), [load]);
  useEffect(refreshLastSaves, [refreshLastSaves]);
  useEffect(() => whileVisible(load, { everyMs: CHECK_EVERY_MS }), [load]);
  return { lastSaves, isKnown: lastSaves !== NO_SAVES, problem, refreshLastSaves };
}
