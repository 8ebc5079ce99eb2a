import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { isNewer, numberOf, type VersionId } from '#contract/content-version.ts';
import { whenUntouched } from '#app/browser/when-untouched.ts';
import { useEditor } from './editor-context.ts';
import type { FieldDraft } from './use-draft.ts';
import { useStableHandlers } from './use-stable-handlers.ts';
import type { ReloadSource } from './use-undo.ts';

/**
 * Shows a version that is newer than that of the field: the newest in the log, or `saved` if the parent has read it again.
 * A draft stays. Does nothing while a save runs, and about own changes that a draft can be merged with.
 */
export function useNewerVersion<Value>(
  { field, subject = '', saved, version, load }: ReloadSource<Value>,
  { state, now, isUnsaved, isBusy, merge, dispatch }: FieldDraft<Value>,
): void {
  const { admin, lastSaves } = useEditor();
  const newest = lastSaves[subject];
  const isChoosing = state.theirs !== undefined;
  const newestVersion = newest?.version ?? 0;

  const handlers = useStableHandlers({
    load: async () => load?.(),
    /** Shows what was read once the user does not touch the field. Returns a function that stops this. */
    show(content: Value, versionRead: VersionId): () => void {
      const { draft, base, newer, version: known } = now();
      const change = isNewer(newestVersion, known) ? newest : undefined;
      const merged = merge?.({ draft, base, theirs: content });
      if (isUnsaved && change?.author === admin.username && merged?.conflicts.length === 0) return () => {};
      const current = { at: change?.at ?? '', author: change?.author ?? null, content, version: versionRead };
      return whenUntouched(
        // Only a value without changes is replaced, and immediately if the changes of a draft were undone.
        () => (isUnsaved || newer ? null : document.querySelector(`[data-field="${field}"]`)),
        () => !isBusy() && keepFocusInPlace(() => dispatch({ type: 'newer', current })),
      );
    },
  });

  useEffect(() => {
    const isRead = isNewer(numberOf(version), state.version);
    if (isChoosing || (!isRead && !isNewer(newestVersion, state.version))) return;
    let stop = () => {};
    let isCurrent = true;
    async function read() {
      const result = await handlers.load();
      if (isCurrent && result?.outcome === 'done') stop = handlers.show(result.body, result.version);
    }
    if (isRead) stop = handlers.show(saved, version);
    else void read();
    return () => {
      isCurrent = false;
      stop();
    };
  }, [handlers, saved, version, newestVersion, isUnsaved, isChoosing, state.version, state.saves]);
}

/** Runs a change of the state, and scrolls so that the focused element stays where it is in the window. */
function keepFocusInPlace(change: () => void): void {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body) return change();
  const topOf = () => activeElement.getBoundingClientRect().top;
  const before = topOf();
  flushSync(change);
  if (topOf() !== before) window.scrollBy({ top: topOf() - before, behavior: 'instant' });
}
