import { useEffect, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { isEqual } from '#shared/merge-values.ts';
import { useEditor } from './editor-context.ts';
import type { Current, FieldEvent, FieldState } from './field-state.ts';
import { saveOver, type SaveResult } from './save-result.ts';
import type { StoredForm } from './stored-form.ts';
import type { DraftSource, FieldDraft } from './use-draft.ts';
import { useStableHandlers } from './use-stable-handlers.ts';

export type SavingSource<Value> = DraftSource<Value> & {
  save: (value: Value, baseVersion: VersionId, base: Value) => Promise<SaveResult<Value>>;
  /** If the session has ended: navigate to sign-in and retry the save afterward, or report the failure here. */
  whenSignedOut?: 'leave' | 'fail';
};

/** Saves the draft of a field, and applies what other requests have changed. */
export function useSaving<Value>(
  { section, field, saved, save, whenSignedOut = 'leave' }: SavingSource<Value>,
  draft: FieldDraft<Value>,
  form: StoredForm<Value>,
) {
  const { admin, drafts, interrupted, leaveToSignIn } = useEditor();
  const { dispatch } = draft;
  const { username: author } = admin;

  async function send({ draft: sent, version: baseVersion, base }: FieldState<Value>) {
    const result = await displaySaving(saveOver(base, sent, { baseVersion, save }), () =>
      dispatch({ type: 'saving' }),
    );
    switch (result.outcome) {
      case 'done':
        return dispatch({
          type: 'done',
          sent,
          ...result.body,
          at: new Date(),
          author,
          changes: result.changes,
        });
      case 'conflict':
        return dispatch({
          type: 'conflict',
          reason: result.reason,
          current: result.current as Current<Value>,
        });
      case 'signed-out':
        if (whenSignedOut === 'leave')
          return leaveToSignIn({ section, field, text: form.write(sent), base: form.write(base) });
        drafts.saveAll();
        return dispatch({ type: 'failed', reason: result.reason, isSignedOut: true });
      case 'rejected':
      case 'unreachable':
        return dispatch({ type: 'failed', reason: result.reason });
    }
  }

  const saving = useStableHandlers({
    save: () => void draft.save(send),
    /** Applies a change made by another request, such as deleting an item. Waits for a running save. */
    change: (
      request: (now: FieldState<Value>) => Promise<FieldEvent<Value> | readonly FieldEvent<Value>[]>,
    ) =>
      draft.change(async (now) => {
        const events = [await request(now)].flat();
        const lastSave = { at: new Date().toISOString(), author };
        return events.map((event) =>
          event.type === 'serverUpdated' && event.content !== undefined ? { ...event, lastSave } : event,
        );
      }),
  });

  // After sign-in, retry the interrupted save once, if the saved value is still its base.
  const [retry] = useState(() => {
    if (interrupted?.field !== field || !isEqual(form.read(interrupted.base), saved)) return undefined;
    const value = form.read(interrupted.text);
    return value === undefined ? undefined : { draft: value };
  });
  useEffect(() => {
    if (!retry) return;
    dispatch({ type: 'typed', ...retry });
    saving.save();
  }, [retry, dispatch, saving]);

  return saving;
}

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
