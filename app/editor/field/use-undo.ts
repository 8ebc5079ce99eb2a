import { useState } from 'react';
import { adminApi, type CallResult } from '#app/editor/shell/admin-api.ts';
import { useEditor } from './editor-context.ts';
import { isUnsaved, UNKNOWN_SAVE, type FieldEvent, type UndoableSave } from './field-state.ts';
import type { DraftSource, FieldDraft } from './use-draft.ts';
import type { useSaving } from './use-saving.ts';

export type ReloadSource<Value> = DraftSource<Value> & {
  /** Reads the saved content again. Without it, saves of the field cannot be undone. */
  load?: (() => Promise<CallResult<Value>>) | undefined;
  /** Subject of its changes in `LastSaves`. */
  subject?: string;
};

const NOT_RELOADED = "We couldn't load the current version. Reload the page to see it.";

/** Undoes the last save of a field. If someone has changed it since, the user chooses as in other conflicts. */
export function useUndo<Value>(
  { load }: ReloadSource<Value>,
  { state, isUnsaved: hasDraft, now }: FieldDraft<Value>,
  { change }: ReturnType<typeof useSaving<Value>>,
) {
  const { admin, drafts } = useEditor();
  const [isUndoing, setIsUndoing] = useState(false);

  async function restore({ changes, before }: UndoableSave<Value>): Promise<FieldEvent<Value>[]> {
    const [, last = changes] = changes.split('..');
    const result = await adminApi.restoreChanges(changes, last);
    const { outcome } = result;
    if (outcome === 'signed-out') drafts.saveAll();
    if (outcome !== 'done' && outcome !== 'conflict')
      return [{ type: 'restoreFailed', reason: result.reason, isSignedOut: outcome === 'signed-out' }];
    const loaded = await load?.();
    if (loaded?.outcome !== 'done') return [{ type: 'restoreFailed', reason: NOT_RELOADED }];
    const { body: content, version } = loaded;
    if (outcome === 'conflict') {
      const { at, author } = result.current;
      const current = { at, author, content, version };
      const conflict = { type: 'conflict', reason: result.reason, current } as const;
      // What was typed since the click stays.
      return isUnsaved(now()) ? [conflict] : [{ type: 'typed', draft: before }, conflict];
    }
    const { changed } = result.body;
    const by = changed ? { at: new Date().toISOString(), author: admin.username } : UNKNOWN_SAVE;
    return [{ type: 'reloaded', current: { ...by, content, version }, restored: changed }];
  }

  async function undo(last: UndoableSave<Value>) {
    if (isUndoing) return;
    setIsUndoing(true);
    await change(() => restore(last));
    setIsUndoing(false);
  }

  const { undo: last } = state;
  return { undo: load && last && !hasDraft ? () => void undo(last) : undefined, isUndoing };
}
