import { useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { HistoryQuery, HistoryRestored } from '#contract/history.ts';
import type { LastSave } from '#contract/last-saves.ts';
import { adminApi, type CallResult } from '#app/editor/shell/admin-api.ts';
import type { RestoreQuestion } from '#app/editor/history/restore-question.tsx';
import { useEditor } from './editor-context.ts';
import { BROKEN, UNKNOWN_SAVE, type FieldEvent } from './field-state.ts';
import type { DraftSource, FieldDraft } from './use-draft.ts';
import type { useSaving } from './use-saving.ts';
import { useStableHandlers } from './use-stable-handlers.ts';

export type HistorySource<Value> = DraftSource<Value> & {
  /** Reads the saved content again, after a restore. Without it, the field has no history. */
  load?: (() => Promise<CallResult<Value>>) | undefined;
  /** Changes that the history of the field shows; by default those of its subject. */
  history?: HistoryQuery | undefined;
  /** Subject of its changes in `LastSaves`. */
  subject?: string;
};

const NOT_RELOADED = "We couldn't load the current version. Reload the page to see it.";

/** Restores earlier versions of a field, from its history or by the undo of the last save. */
export function useFieldHistory<Value>(
  { load, history, subject = '' }: HistorySource<Value>,
  { state, isUnsaved, dispatch }: FieldDraft<Value>,
  { change }: ReturnType<typeof useSaving<Value>>,
) {
  const { admin, drafts } = useEditor();
  const [shown, setShown] = useState<{ question?: RestoreQuestion }>();
  const [isUndoing, setIsUndoing] = useState(false);

  /** Returns the event that shows the saved content. `lastSave` describes its last change, if known. */
  async function reloaded(
    lastSave: Pick<LastSave, 'at' | 'author'> = UNKNOWN_SAVE,
    restored?: { changes: string | undefined },
  ): Promise<FieldEvent<Value>> {
    const result = await load?.();
    if (result?.outcome !== 'done') return { type: 'restoreFailed', reason: NOT_RELOADED };
    return {
      type: 'reloaded',
      current: { ...lastSave, content: result.body, version: result.version },
      restored,
    };
  }

  /** Restores the values before changes, and shows the result. Does not report a failure in the field. */
  async function restore(changes: string, baseVersion: VersionId): Promise<CallResult<HistoryRestored>> {
    let result: CallResult<HistoryRestored> = { outcome: 'rejected', reason: BROKEN };
    await change(async () => {
      result = await adminApi.restoreChanges(changes, baseVersion);
      if (result.outcome === 'signed-out') drafts.saveAll();
      if (result.outcome !== 'done') return { type: 'serverUpdated' };
      if (!result.body.changed) return reloaded();
      return reloaded({ at: new Date().toISOString(), author: admin.username }, { changes: result.changes });
    });
    return result;
  }

  async function undo(changes: string) {
    if (isUndoing) return;
    setIsUndoing(true);
    const [, last = changes] = changes.split('..');
    const result = await restore(changes, last);
    setIsUndoing(false);
    if (result.outcome === 'conflict') return setShown({ question: { changes, current: result.current } });
    if (result.outcome === 'done') return;
    const isSignedOut = result.outcome === 'signed-out';
    dispatch({ type: 'restoreFailed', reason: result.reason, isSignedOut });
  }

  const handlers = useStableHandlers({
    restore,
    /** Shows a version that someone else has saved. */
    reload: ({ at, author }: Pick<LastSave, 'at' | 'author'>) => void change(() => reloaded({ at, author })),
    show: () => setShown({}),
    hide: () => setShown(undefined),
  });

  const { undo: changes } = state;
  return {
    undo: load && changes !== undefined && !isUnsaved ? () => void undo(changes) : undefined,
    isUndoing,
    history: load && { query: history ?? { item: subject }, shown, ...handlers },
  };
}
