import { useEffect, useState } from 'react';
import { isEqual } from '#shared/merge-values.ts';
import { useEditor } from './editor-context.ts';
import type { Current, FieldEvent, FieldState } from './field-state.ts';
import { saveOver, type Saving } from './save-result.ts';
import type { StoredForm } from './stored-form.ts';
import type { DraftSource, FieldDraft } from './use-draft.ts';
import { useStableHandlers } from './use-stable-handlers.ts';

export type SavingSource<Value> = DraftSource<Value> &
  Saving<Value> & {
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

  async function send(now: FieldState<Value>) {
    const { draft: sent, base } = now;
    const result = await displaySaving(saveOver(save, now), () => dispatch({ type: 'saving' }));
    if (result.outcome === 'done') {
      const { body, changes } = result;
      return dispatch({ type: 'done', sent, ...body, merge: draft.rebase, at: new Date(), author, changes });
    }
    const { outcome, reason } = result;
    if (outcome === 'conflict')
      return dispatch({ type: 'conflict', reason, current: result.current as Current<Value> });
    const isSignedOut = outcome === 'signed-out';
    if (isSignedOut && whenSignedOut === 'leave')
      return leaveToSignIn({ section, field, text: form.write(sent), base: form.write(base) });
    if (isSignedOut) drafts.saveAll();
    dispatch({ type: 'failed', reason, isSignedOut });
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
