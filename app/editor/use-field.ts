import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useEditor } from './editor-context.ts';
import type { CallResult } from './editor-calls.ts';
import {
  fieldReducer,
  FLASH_MS,
  initialField,
  isUnsaved,
  type Current,
  type FieldEvent,
  type FieldState,
  type Follow,
} from './field-state.ts';
import { useReportUnsaved } from './use-report-unsaved.ts';

/** A save that is quicker than this shows nothing of it; one that shows stays long enough to be seen. */
const SAVING_SHOWS = { afterMs: 150, forMs: 400 } as const;

/** Whoever has not decided yet saves over nobody: the server refuses a save that is based on so old a version. */
const BEFORE_ALL = 0;

export type FieldSource = {
  section: string;
  /** The field's own name, under which unsaved text is kept. */
  field: string;
  saved: string;
  version: number;
  save: (text: string, basedOn: number, base: string) => Promise<SaveResult>;
  /** What keeping one's own makes of a draft over theirs, where it is more than the draft alone. */
  merge?: (texts: { draft: string; base: string; theirs: string }) => string;
  /** What to do when the session has ended: go and sign in, with the save tried again after that; or say so here. */
  whenSignedOut?: 'leave' | 'fail';
};

/** What a save made of a text: more than a text is written as JSON. */
export type SavedText = Follow & { changed: boolean };

/** A save of several calls may fail with a part of it done. */
export type SaveResult = CallResult<SavedText> & { partly?: Follow | undefined };

/**
 * A field that is saved by itself: unsaved text is kept on this device from the first key on, offered back when the
 * editor opens, and told to the list of sections.
 */
export function useField({
  section,
  field,
  saved,
  version,
  save,
  merge,
  whenSignedOut = 'leave',
}: FieldSource) {
  const { keptTexts, interrupted, leaveToSignIn } = useEditor();
  const [state, dispatch] = useReducer(fieldReducer, undefined, () => {
    // The interrupted text stands in where nothing could be kept.
    const kept = keptTexts.find(field) ?? (interrupted?.field === field ? interrupted : undefined);
    const initial = initialField(saved, version);
    if (!kept || kept.text === saved) return initial;
    // Typed over a text that has changed since: both are shown, and nothing is decided here.
    if (kept.base === saved) return { ...initial, draft: kept.text };
    const theirs: Current = { content: saved, version, at: '', author: null };
    return { ...initial, draft: kept.text, base: kept.base, version: BEFORE_ALL, theirs };
  });
  const unsaved = isUnsaved(state);

  useEffect(() => {
    if (unsaved) keptTexts.save(field, { text: state.draft, base: state.base });
    else keptTexts.remove(field);
  }, [keptTexts, field, unsaved, state.draft, state.base]);

  useReportUnsaved(section, field, unsaved);

  useEffect(() => {
    if (state.status !== 'saved' && state.status !== 'failed') return;
    const timer = setTimeout(() => dispatch({ type: 'flashEnded' }), FLASH_MS);
    return () => clearTimeout(timer);
    // A second save that ends like the first flashes as long again.
  }, [state.status, state.saves]);

  const sending = useRef<string>(undefined);
  const isPressedAgain = useRef(false);
  const saveText = useCallback(
    async ({ draft: sent, version: basedOn, base }: Pick<FieldState, 'draft' | 'version' | 'base'>) => {
      if (sending.current !== undefined) {
        isPressedAgain.current = sent !== sending.current;
        return;
      }
      sending.current = sent;
      const began = performance.now();
      const showing = setTimeout(() => dispatch({ type: 'saving' }), SAVING_SHOWS.afterMs);
      const result = await save(sent, basedOn, base);
      clearTimeout(showing);
      const elapsed = performance.now() - began;
      if (elapsed > SAVING_SHOWS.afterMs) {
        const rest = SAVING_SHOWS.afterMs + SAVING_SHOWS.forMs - elapsed;
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
      sending.current = undefined;
      if (result.partly) dispatch({ type: 'followed', ...result.partly });
      switch (result.outcome) {
        case 'done':
          return dispatch({ type: 'done', sent, ...result.answer, at: new Date() });
        case 'conflict':
          return dispatch({ type: 'conflict', reason: result.reason, current: result.current as Current });
        case 'signed-out':
          if (whenSignedOut === 'leave') return leaveToSignIn({ section, field, text: sent, base });
          keptTexts.saveAgain();
          return dispatch({ type: 'failed', reason: result.reason, isSignedOut: true });
        case 'refused':
        case 'unreachable':
          return dispatch({ type: 'failed', reason: result.reason });
      }
    },
    [save, section, field, whenSignedOut, keptTexts, leaveToSignIn],
  );

  // Pressed during a save, with more typed than was sent: now it is that text's turn.
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

  /** Makes a change of the same thing by another call, such as taking a part away: never while a save is under way. */
  const change = useCallback(async (run: (now: FieldState) => Promise<FieldEvent>) => {
    while (sending.current !== undefined) {
      await new Promise<void>((resolve) => waiting.current.push(resolve));
    }
    // No draft is like this: to save during the change is to save after it.
    sending.current = '';
    const event = await run(latest.current);
    sending.current = undefined;
    dispatch(event);
  }, []);

  const edit = useCallback((step: (draft: string) => string) => dispatch({ type: 'edited', edit: step }), []);

  // Tried once more after signing in again, and only over the text that it was typed over.
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
    putBack: () => dispatch({ type: 'putBack' }),
    /** Makes a draft of a draft, of whichever there is by then. */
    edit,
    change,
    keepMine() {
      const { draft, base, theirs } = state;
      dispatch({ type: 'mineKept', draft: theirs && merge?.({ draft, base, theirs: theirs.content }) });
    },
    takeTheirs: () => dispatch({ type: 'theirsTaken' }),
  };
}

export type Field = ReturnType<typeof useField>;
