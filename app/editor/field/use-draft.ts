import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { useEditor } from './editor-context.ts';
import { BROKEN, FLASH_MS, initialField, isUnsaved, restoredField, type FieldState } from './field-state.ts';
import { createFieldStore } from './field-store.ts';
import type { MergeDraft, MergeTexts } from './merge-draft.ts';
import type { StoredForm } from './stored-form.ts';
import { NO_DRAFTS } from './drafts.ts';
import { useStableHandlers } from './use-stable-handlers.ts';

export type DraftSource<Value> = {
  section: string;
  /** Name of the field, which is also its draft key. */
  field: string;
  saved: Value;
  version: VersionId;
  /** Merges a draft with a conflicting version, and lists what the user has to choose about. */
  mergeDraft?: MergeDraft<Value> | undefined;
  /** Like `mergeDraft`, of a field that cannot tell what conflicts. By default the draft replaces a conflicting version. */
  merge?: MergeTexts<Value>;
};

export type FieldDraft<Value> = ReturnType<typeof useDraft<Value>>;

/** Keeps the draft of a field: restores it from this device, stores each change of it, and reports it as unsaved. */
export function useDraft<Value>(
  { section, field, saved, version, mergeDraft, merge: mergeTexts }: DraftSource<Value>,
  form: StoredForm<Value>,
) {
  const { drafts, interrupted } = useEditor();
  const merge = useMemo(() => mergeDraft && mergeOrNone(mergeDraft), [mergeDraft]);
  const [store] = useState(() => {
    // The interrupted save replaces a draft that could not be stored.
    const stored = drafts.find(field) ?? (interrupted?.field === field ? interrupted : undefined);
    return createFieldStore(
      stored ? openDraft(stored, { saved, version, form, merge }) : initialField(saved, version),
    );
  });
  const { dispatch } = store;
  const state = useSyncExternalStore(store.subscribe, store.now, store.now);
  const { draft, base, unreadable } = state;
  const unsaved = isUnsaved(state);
  const isKept = unsaved || unreadable !== undefined;

  useEffect(() => {
    if (!isKept) return drafts.remove(field);
    try {
      // A text that is no value stays as it is until there is a draft, for releases that can read it.
      const text = unsaved || unreadable === undefined ? form.write(draft) : unreadable;
      drafts.save(field, {
        text,
        base: form.write(base),
        section,
        ...(unreadable !== undefined && { unreadable }),
      });
    } catch {
      dispatch({ type: 'failed', reason: BROKEN });
    }
  }, [drafts, field, section, form, isKept, unsaved, unreadable, draft, base, dispatch]);

  const [others, setOthers] = useState(NO_DRAFTS);
  const findOthers = useCallback(() => void drafts.findOthers(field).then(setOthers), [drafts, field]);
  useEffect(findOthers, [findOthers]);
  const handlers = useStableHandlers({
    /** Opens the draft of a closed tab. An unsaved one of this tab is then offered in its place. */
    openOther(tab: string) {
      const { saved: savedNow, version: versionNow } = store.now();
      const other = drafts.takeOther(field, tab, isKept ? drafts.find(field) : undefined);
      if (other)
        dispatch({
          type: 'opened',
          state: openDraft(other, { saved: savedNow, version: versionNow, form, merge }),
        });
      findOthers();
    },
    discardOther(tab: string) {
      drafts.takeOther(field, tab);
      findOthers();
    },
  });

  useEffect(() => {
    if (state.status !== 'saved' && state.status !== 'failed') return;
    const timer = setTimeout(() => dispatch({ type: 'flashEnded' }), FLASH_MS);
    return () => clearTimeout(timer);
    // `state.saves` restarts the timer for a second save with the same outcome.
  }, [dispatch, state.status, state.saves]);

  const rebase: MergeTexts<Value> = (versions) => merge?.(versions)?.merged ?? mergeTexts?.(versions);
  return { ...store, state, isUnsaved: unsaved, isKept, merge, rebase, others, ...handlers };
}

/** Returns the state of a field with a stored draft, merged if it does not conflict with what was saved since. */
export function openDraft<Value>(
  stored: { text: string; base: string; unreadable?: string },
  {
    saved,
    version,
    form,
    merge,
  }: { saved: Value; version: VersionId; form: StoredForm<Value>; merge: MergeDraft<Value> | undefined },
): FieldState<Value> {
  const [draft, base] = [form.read(stored.text), form.read(stored.base)];
  if (draft === undefined || base === undefined)
    return { ...initialField(saved, version), unreadable: stored.unreadable ?? stored.text };
  const merged = merge?.({ draft, base, theirs: saved });
  const state =
    merged?.conflicts.length === 0
      ? { ...initialField(saved, version), draft: merged.merged }
      : restoredField({ draft, base }, saved, version);
  return { ...state, unreadable: stored.unreadable };
}

/** Returns a merge that returns undefined instead of throwing. */
const mergeOrNone =
  <Value>(merge: MergeDraft<Value>): MergeDraft<Value> =>
  (...versions) => {
    try {
      return merge(...versions);
    } catch {
      return undefined;
    }
  };
