import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { HistoryQuery, HistoryRestored } from '#contract/history.ts';
import type { LastSave } from '#contract/last-saves.ts';
import { adminApi, type CallResult } from '#app/editor/frame/admin-api.ts';
import type { RestoreQuestion } from '#app/editor/history/history-list.tsx';
import { useEditor } from './editor-context.ts';
import {
  fieldReducer,
  FLASH_MS,
  initialField,
  isUnsaved,
  OUTDATED_VERSION,
  restoredField,
  UNKNOWN_SAVE,
  type Current,
  type FieldEvent,
  type FieldState,
} from './field-state.ts';
import type { Side } from '#shared/merge-lists.ts';
import type { MergeDraft } from './merge-draft.ts';
import { saveOver, type MergeTexts, type SaveResult } from './save-result.ts';
import { useNewerVersion } from './use-newer-version.ts';
import { useReportUnsaved } from './use-report-unsaved.ts';

export type FieldSource = {
  section: string;
  /** Name of the field, which is also its draft key. */
  field: string;
  saved: string;
  version: VersionId;
  save: (text: string, baseVersion: VersionId, base: string) => Promise<SaveResult>;
  /** Reads the saved content again, after a restore. Without it, the field has no history. */
  load?: (() => Promise<CallResult<string>>) | undefined;
  /** Changes that the history of the field shows; by default those of its subject. */
  history?: HistoryQuery | undefined;
  /** Subject of its changes in `LastSaves`. */
  subject?: string;
  /** Merges a draft into a conflicting saved text; by default the draft replaces it. */
  merge?: MergeTexts;
  /** Like `merge`, and lists what someone else has changed differently, so that the user can choose. */
  mergeDraft?: MergeDraft;
  /** If the session has ended: navigate to sign-in and retry the save afterward, or report the failure here. */
  whenSignedOut?: 'leave' | 'fail';
};

/** Manages a field that is saved separately. Its draft is stored on this device and restored when the editor opens. */
export function useField({
  section,
  field,
  saved,
  version,
  save,
  load,
  subject = '',
  history,
  mergeDraft,
  merge = mergeDraft && ((texts) => mergeDraft(texts)?.text),
  whenSignedOut = 'leave',
}: FieldSource) {
  const { admin, drafts, interrupted, lastSaves, leaveToSignIn } = useEditor();
  const { username: author } = admin;
  const [state, dispatch] = useReducer(fieldReducer, undefined, () => {
    // The interrupted save replaces a draft that could not be stored.
    const stored = drafts.find(field) ?? (interrupted?.field === field ? interrupted : undefined);
    if (!stored) return initialField(saved, version);
    const merged = mergeDraft?.({ draft: stored.text, base: stored.base, theirs: saved });
    if (merged?.conflicts.length === 0) return { ...initialField(saved, version), draft: merged.text };
    return restoredField(stored, saved, version);
  });
  const unsaved = isUnsaved(state);

  useEffect(() => {
    if (unsaved) drafts.save(field, { text: state.draft, base: state.base, section });
    else drafts.remove(field);
  }, [drafts, field, section, unsaved, state.draft, state.base]);

  // The fields of an image show what a save or restore in one of them has read. A draft stays.
  useEffect(() => dispatch({ type: 'readElsewhere', content: saved, version }), [saved, version, unsaved]);

  useReportUnsaved(section, field, unsaved);

  useEffect(() => {
    if (state.status !== 'saved' && state.status !== 'failed') return;
    const timer = setTimeout(() => dispatch({ type: 'flashEnded' }), FLASH_MS);
    return () => clearTimeout(timer);
    // `state.saves` restarts the timer for a second save with the same outcome.
  }, [state.status, state.saves]);

  const sending = useRef<string>(undefined);
  const isPressedAgain = useRef(false);
  const saveText = useCallback(
    async ({
      draft: sent,
      version: baseVersion,
      base,
    }: Pick<FieldState, 'draft' | 'version' | 'base'>): Promise<void> => {
      if (sending.current !== undefined) {
        isPressedAgain.current = sent !== sending.current;
        return;
      }
      sending.current = sent;
      const result = await displaySaving(saveOver(base, sent, { baseVersion, save }), () =>
        dispatch({ type: 'saving' }),
      );
      sending.current = undefined;
      const at = new Date();
      if (result.partialUpdate) {
        const lastSave = { at: at.toISOString(), author };
        dispatch({ type: 'serverUpdated', ...result.partialUpdate, lastSave });
      }
      switch (result.outcome) {
        case 'done':
          dispatch({ type: 'done', sent, ...result.body, at, author, changes: result.changes });
          return;
        case 'conflict':
          dispatch({ type: 'conflict', reason: result.reason, current: result.current as Current });
          return;
        case 'signed-out':
          if (whenSignedOut === 'leave') {
            leaveToSignIn({ section, field, text: sent, base });
            return;
          }
          drafts.saveAll();
          dispatch({ type: 'failed', reason: result.reason, isSignedOut: true });
          return;
        case 'rejected':
        case 'unreachable':
          dispatch({ type: 'failed', reason: result.reason });
          return;
      }
    },
    [save, section, field, author, whenSignedOut, drafts, leaveToSignIn],
  );

  // Save again if save was pressed during a save and the text has changed.
  useEffect(() => {
    if (sending.current !== undefined || !isPressedAgain.current) return;
    isPressedAgain.current = false;
    void saveText(state);
  }, [state, saveText]);

  const latest = useRef(state);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    latest.current = state;
    if (sending.current === undefined) waiting.current.shift()?.();
  }, [state]);

  const now = useCallback(() => latest.current, []);

  const untilIdle = useCallback(async () => {
    while (sending.current !== undefined) {
      await new Promise<void>((resolve) => waiting.current.push(resolve));
    }
  }, []);

  /** Applies a change made by another request, such as deleting an item. Waits for a running save. */
  const change = useCallback(
    async (run: (now: FieldState) => Promise<FieldEvent | readonly FieldEvent[]>) => {
      await untilIdle();
      // Block saves during the change. No list serializes to '', so a save requested now differs and runs afterwards.
      sending.current = '';
      const events = [await run(latest.current)].flat();
      sending.current = undefined;
      const lastSave = { at: new Date().toISOString(), author };
      for (const event of events) {
        const isSaved = event.type === 'serverUpdated' && event.content !== undefined;
        dispatch(isSaved ? { ...event, lastSave } : event);
      }
    },
    [author, untilIdle],
  );

  /** Returns the event that shows the saved content. `lastSave` describes its last change, if known. */
  const reloaded = useCallback(
    async (
      lastSave: Pick<LastSave, 'at' | 'author'> | undefined,
      restored?: { changes: string | undefined },
    ): Promise<FieldEvent> => {
      const result = await load?.();
      if (result?.outcome !== 'done') return { type: 'restoreFailed', reason: NOT_RELOADED };
      const current = { ...(lastSave ?? UNKNOWN_SAVE), content: result.body, version: result.version };
      return { type: 'reloaded', current, restored };
    },
    [load],
  );

  /** Restores the values before changes, and shows the result. Does not report a failure in the field. */
  const restore = useCallback(
    async (changes: string, baseVersion: VersionId): Promise<CallResult<HistoryRestored>> => {
      let result: CallResult<HistoryRestored> | undefined;
      await change(async () => {
        const sent = await adminApi.restoreChanges(changes, baseVersion);
        result = sent;
        if (sent.outcome === 'signed-out') drafts.saveAll();
        if (sent.outcome !== 'done') return { type: 'serverUpdated' };
        if (!sent.body.changed) return reloaded(undefined);
        return reloaded({ at: new Date().toISOString(), author }, { changes: sent.changes });
      });
      return result!;
    },
    [author, change, drafts, reloaded],
  );

  useNewerVersion({
    field,
    saved,
    version,
    state,
    newest: lastSaves[subject],
    load,
    mergeDraft,
    author,
    sending,
    dispatch,
  });

  const [shownHistory, setShownHistory] = useState<{ question?: RestoreQuestion }>();
  const [isUndoing, setIsUndoing] = useState(false);

  async function undo() {
    const changes = state.undo;
    if (changes === undefined || isUndoing) return;
    setIsUndoing(true);
    const [, last = changes] = changes.split('..');
    const result = await restore(changes, last);
    setIsUndoing(false);
    if (result.outcome === 'conflict') {
      setShownHistory({ question: { changes, current: result.current } });
    } else if (result.outcome !== 'done') {
      const isSignedOut = result.outcome === 'signed-out';
      dispatch({ type: 'restoreFailed', reason: result.reason, isSignedOut });
    }
  }

  const edit = useCallback((step: (draft: string) => string) => dispatch({ type: 'edited', edit: step }), []);

  // After sign-in, retry the interrupted save once, if the saved text is still its base.
  const retried = useRef(false);
  useEffect(() => {
    if (retried.current || interrupted?.field !== field || interrupted.base !== saved) return;
    retried.current = true;
    dispatch({ type: 'typed', draft: interrupted.text });
    void saveText({ draft: interrupted.text, version, base: saved });
  }, [interrupted, field, saved, version, saveText]);

  return {
    name: field,
    state,
    now,
    isUnsaved: unsaved,
    lastSave: state.lastSave ?? lastSaves[subject],
    /** Last change of the version that the user has to choose about. That of a restored draft was read with the editor. */
    lastChange: state.version === OUTDATED_VERSION ? lastSaves[subject] : state.theirs,
    type: (draft: string) => dispatch({ type: 'typed', draft }),
    save: () => void saveText(state),
    revert: () => dispatch({ type: 'reverted' }),
    edit,
    change,
    keepMine() {
      const { draft, base, theirs } = state;
      dispatch({ type: 'keptMine', draft: theirs && merge?.({ draft, base, theirs: theirs.content }) });
    },
    takeTheirs: () => dispatch({ type: 'tookTheirs' }),
    undo: load && state.undo !== undefined && !unsaved ? () => void undo() : undefined,
    isUndoing,
    history: load && {
      query: history ?? { item: subject },
      shown: shownHistory,
      show: () => setShownHistory({}),
      hide: () => setShownHistory(undefined),
      restore,
      /** Shows a version that someone else has saved. */
      reload: ({ at, author: by }: Pick<LastSave, 'at' | 'author'>) =>
        void change(() => reloaded({ at, author: by })),
    },
    /** What someone else has changed differently; undefined if the field cannot tell. */
    conflicts: conflictsOf(state, mergeDraft),
    /** Resolves a conflict by choices. All other changes are merged. */
    choose(sideOf: (key: string) => Side) {
      const { draft, base, theirs } = state;
      const merged = theirs && mergeDraft?.({ draft, base, theirs: theirs.content }, sideOf);
      if (merged) dispatch({ type: 'keptMine', draft: merged.text });
    },
  };
}

function conflictsOf({ draft, base, theirs }: FieldState, mergeDraft: MergeDraft | undefined) {
  return theirs && mergeDraft?.({ draft, base, theirs: theirs.content })?.conflicts;
}

export type Field = ReturnType<typeof useField>;

const NOT_RELOADED = "We couldn't load the current version. Reload the page to see it.";

/** Delay before "Saving…" appears, and its minimum duration, in milliseconds. */
const SAVING_DISPLAY = { delayMs: 150, minMs: 400 } as const;

/** Resolves with the result of a save. Calls `display` if it is slow, and then waits until "Saving…" can be read. */
async function displaySaving<Result>(saving: Promise<Result>, display: () => void): Promise<Result> {
  const { delayMs, minMs } = SAVING_DISPLAY;
  const startedAt = performance.now();
  const timer = setTimeout(display, delayMs);
  const result = await saving;
  clearTimeout(timer);
  const elapsed = performance.now() - startedAt;
  if (elapsed > delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs + minMs - elapsed));
  return result;
}
