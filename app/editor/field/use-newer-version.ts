import { useEffect, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isNewer, numberOf, type VersionId } from '#contract/content-version.ts';
import type { LastSave } from '#contract/last-saves.ts';
import { whenUntouched } from '#app/browser/when-untouched.ts';
import type { CallResult } from '#app/editor/frame/admin-api.ts';
import { keepPlace } from '#app/editor/frame/keep-place.ts';
import { isUnsaved, type FieldEvent, type FieldState } from './field-state.ts';
import type { MergeDraft } from './merge-draft.ts';

/**
 * Shows a version that is newer than that of the field: `newest` in the log, or `saved` if the parent has read it again.
 * A draft stays. Does nothing while a save runs, and about own changes that a draft can be merged with.
 */
export function useNewerVersion({
  field,
  saved,
  version,
  state,
  newest,
  load,
  mergeDraft,
  author,
  sending,
  dispatch,
}: {
  field: string;
  saved: string;
  version: VersionId;
  state: FieldState;
  newest: LastSave | undefined;
  load: (() => Promise<CallResult<string>>) | undefined;
  mergeDraft: MergeDraft | undefined;
  author: string;
  sending: RefObject<string | undefined>;
  dispatch: (event: FieldEvent) => void;
}): void {
  const latest = useRef({ load, newest, mergeDraft, state });
  useEffect(() => {
    latest.current = { load, newest, mergeDraft, state };
  });
  const unsaved = isUnsaved(state);
  const isChoosing = state.theirs !== undefined;
  const newestVersion = newest?.version ?? 0;

  useEffect(() => {
    const isRead = isNewer(numberOf(version), state.version);
    if (isChoosing || (!isRead && !isNewer(newestVersion, state.version))) return;
    let stop = () => {};
    let isCurrent = true;
    function show(content: string, versionRead: VersionId) {
      const { newest: last, mergeDraft: merge, state: now } = latest.current;
      const change = isNewer(newestVersion, state.version) ? last : undefined;
      const merged = merge?.({ draft: now.draft, base: now.base, theirs: content });
      if (unsaved && change?.author === author && merged?.conflicts.length === 0) return;
      const current = { at: change?.at ?? '', author: change?.author ?? null, content, version: versionRead };
      stop = whenUntouched(
        // Only text without changes is replaced, and immediately if the changes of a draft were undone.
        () => (unsaved || now.newer ? null : document.querySelector(`[data-field="${field}"]`)),
        () => sending.current === undefined && keepFocusInPlace(() => dispatch({ type: 'newer', current })),
      );
    }
    async function read() {
      const result = await latest.current.load?.();
      if (isCurrent && result?.outcome === 'done') show(result.body, result.version);
    }
    if (isRead) show(saved, version);
    else void read();
    return () => {
      isCurrent = false;
      stop();
    };
  }, [
    field,
    saved,
    version,
    newestVersion,
    unsaved,
    isChoosing,
    state.version,
    state.saves,
    author,
    sending,
    dispatch,
  ]);
}

/** Runs a change of the state, and scrolls so that the focused element stays where it is in the window. */
function keepFocusInPlace(change: () => void): void {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body) return change();
  keepPlace(activeElement, () => flushSync(change));
}
