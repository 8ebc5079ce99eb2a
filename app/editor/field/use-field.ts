import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useEditor } from './editor-context.ts';
import {
  fieldReducer,
  FLASH_MS,
  initialField,
  isUnsaved,
  restoredField,
  type Current,
  type FieldEvent,
  type FieldState,
} from './field-state.ts';
import type { SaveResult } from './save-result.ts';
import { useReportUnsaved } from './use-report-unsaved.ts';

export type FieldSource = {
  section: string;
  /** Name of the field, which is also its draft key. */
  field: string;
  saved: string;
  version: number;
  save: (text: string, baseVersion: number, base: string) => Promise<SaveResult>;
  /** Merges a draft into a conflicting saved text; by default the draft replaces it. */
  merge?: (texts: { draft: string; base: string; theirs: string }) => string;
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
  merge,
  whenSignedOut = 'leave',
}: FieldSource) {
  const { drafts, interrupted, leaveToSignIn } = useEditor();
  const [state, dispatch] = useReducer(fieldReducer, undefined, () => {
    // The interrupted save replaces a draft that could not be stored.
    const stored = drafts.find(field) ?? (interrupted?.field === field ? interrupted : undefined);
    return stored ? restoredField(stored, saved, version) : initialField(saved, version);
  });
  const unsaved = isUnsaved(state);

  useEffect(() => {
    if (unsaved) drafts.save(field, { text: state.draft, base: state.base });
    else drafts.remove(field);
  }, [drafts, field, unsaved, state.draft, state.base]);

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
    async ({ draft: sent, version: baseVersion, base }: Pick<FieldState, 'draft' | 'version' | 'base'>) => {
      if (sending.current !== undefined) {
        isPressedAgain.current = sent !== sending.current;
        return;
      }
      sending.current = sent;
      const result = await displaySaving(save(sent, baseVersion, base), () => dispatch({ type: 'saving' }));
      sending.current = undefined;
      if (result.partialUpdate) dispatch({ type: 'serverUpdated', ...result.partialUpdate });
      switch (result.outcome) {
        case 'done':
          return dispatch({ type: 'done', sent, ...result.body, at: new Date() });
        case 'conflict':
          return dispatch({ type: 'conflict', reason: result.reason, current: result.current as Current });
        case 'signed-out':
          if (whenSignedOut === 'leave') return leaveToSignIn({ section, field, text: sent, base });
          drafts.saveAll();
          return dispatch({ type: 'failed', reason: result.reason, isSignedOut: true });
        case 'rejected':
        case 'unreachable':
          return dispatch({ type: 'failed', reason: result.reason });
      }
    },
    [save, section, field, whenSignedOut, drafts, leaveToSignIn],
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

  /** Applies a change made by another request, such as deleting an item. Waits for a running save. */
  const change = useCallback(async (run: (now: FieldState) => Promise<FieldEvent>) => {
    while (sending.current !== undefined) {
      await new Promise<void>((resolve) => waiting.current.push(resolve));
    }
    // Block saves during the change. No list serializes to '', so a save requested now differs and runs afterwards.
    sending.current = '';
    const event = await run(latest.current);
    sending.current = undefined;
    dispatch(event);
  }, []);

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
    state,
    isUnsaved: unsaved,
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
  };
}

export type Field = ReturnType<typeof useField>;

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
