import type { Problem } from '#contract/problem.ts';
import type { Draft } from './drafts.ts';

/** Duration for which the save button shows the outcome, in milliseconds. */
export const FLASH_MS = 2000;

export type Current = NonNullable<Problem['current']> & { content: string };

export type FieldState = {
  saved: string;
  /** Content version that `saved` was read from. */
  version: number;
  draft: string;
  /** Saved text that the draft started from. Differs from `saved` while a conflict is unresolved. */
  base: string;
  status: 'idle' | 'saving' | 'saved' | 'failed';
  /** Number of finished saves, which distinguishes repeated equal outcomes. */
  saves: number;
  /** Result of the last successful save; undefined before the first one. */
  receipt: { at: Date; version: number; changed: boolean } | undefined;
  reason: string | undefined;
  /** The last save failed because the session had ended, and the user stayed on the page. */
  isSignedOut: boolean;
  /** Another administrator's concurrent change, until the user resolves the conflict. */
  theirs: Current | undefined;
};

export type ServerUpdate = {
  content: string;
  version: number;
  /** Rebases the draft. If absent, a draft that equals the sent text becomes `content`; other drafts stay. */
  adopt?: (draft: string) => string;
};

export type FieldEvent =
  | { type: 'typed'; draft: string }
  | { type: 'edited'; edit: (draft: string) => string }
  | { type: 'reverted' }
  | { type: 'saving' }
  | ({ type: 'done'; sent: string; changed: boolean; at: Date } & ServerUpdate)
  /** Update of the saved text by a request other than this field's save, or by part of a failed save. */
  | ({ type: 'serverUpdated' } & Partial<ServerUpdate>)
  | { type: 'failed'; reason: string; isSignedOut?: boolean }
  | { type: 'conflict'; current: Current; reason: string }
  | { type: 'flashEnded' }
  | { type: 'keptMine'; draft?: string | undefined }
  | { type: 'tookTheirs' };

export function initialField(saved: string, version: number): FieldState {
  return {
    saved,
    version,
    draft: saved,
    base: saved,
    status: 'idle',
    saves: 0,
    receipt: undefined,
    reason: undefined,
    isSignedOut: false,
    theirs: undefined,
  };
}

/** Version 0, older than any change: the server rejects a save until the user has resolved the conflict. */
const OUTDATED_VERSION = 0;

/** Returns the state of a field with a stored draft. If the saved text has changed since, that is a conflict. */
export function restoredField(stored: Draft, saved: string, version: number): FieldState {
  const initial = initialField(saved, version);
  if (stored.text === saved) return initial;
  if (stored.base === saved) return { ...initial, draft: stored.text };
  const theirs: Current = { content: saved, version, at: '', author: null };
  return { ...initial, draft: stored.text, base: stored.base, version: OUTDATED_VERSION, theirs };
}

export const isUnsaved = ({ draft, saved }: FieldState) => draft !== saved;

export function fieldReducer(state: FieldState, event: FieldEvent): FieldState {
  switch (event.type) {
    case 'typed':
      return { ...state, draft: event.draft };
    case 'edited':
      return { ...state, draft: event.edit(state.draft) };
    case 'reverted':
      // In a conflict, the saved text is the other administrator's.
      return state.theirs
        ? takeTheirs(state, state.theirs)
        : { ...state, draft: state.saved, reason: undefined };
    case 'saving':
      return { ...state, status: 'saving', reason: undefined, isSignedOut: false };
    case 'done': {
      const { content, version, changed, at, adopt } = event;
      return {
        ...state,
        saved: content,
        base: content,
        version,
        // Keep text typed during the save. Replace the sent text with the server's version of it.
        draft: adopt ? adopt(state.draft) : state.draft === event.sent ? content : state.draft,
        status: 'saved',
        saves: state.saves + 1,
        receipt: { at, version, changed },
        reason: undefined,
        isSignedOut: false,
        theirs: undefined,
      };
    }
    case 'serverUpdated': {
      const { content = state.saved, version = state.version, adopt } = event;
      return {
        ...state,
        saved: content,
        base: event.content ?? state.base,
        version,
        draft: adopt ? adopt(state.draft) : state.draft,
      };
    }
    case 'failed':
      return { ...state, ...failed(state, event.reason), isSignedOut: event.isSignedOut ?? false };
    case 'conflict':
      return { ...state, ...failed(state, event.reason), theirs: event.current };
    case 'flashEnded':
      return state.status === 'saving' ? state : { ...state, status: 'idle' };
    case 'keptMine':
      if (!state.theirs) return state;
      return {
        ...state,
        ...rebaseOn(state.theirs),
        draft: event.draft ?? state.draft,
        reason: undefined,
        theirs: undefined,
      };
    case 'tookTheirs':
      return state.theirs ? takeTheirs(state, state.theirs) : state;
  }
}

/** Returns the state after a conflicting text becomes the base. Clears the receipt, which belongs to another text. */
const rebaseOn = ({ content, version }: Current) => ({
  saved: content,
  base: content,
  version,
  receipt: undefined,
});

const takeTheirs = (state: FieldState, theirs: Current): FieldState => ({
  ...state,
  ...rebaseOn(theirs),
  draft: theirs.content,
  reason: undefined,
  theirs: undefined,
});

const failed = ({ saves }: FieldState, reason: string) => ({
  status: 'failed' as const,
  saves: saves + 1,
  reason,
  isSignedOut: false,
});
