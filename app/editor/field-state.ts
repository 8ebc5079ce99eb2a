import type { Problem } from '#contract/problem.ts';

/** How long a button shows how its save ended. */
export const FLASH_MS = 2000;

export type Current = NonNullable<Problem['current']> & { content: string };

/** One editable text: what is saved, what is typed, and how far a save is. */
export type FieldState = {
  saved: string;
  /** The content version that `saved` was read from. */
  version: number;
  draft: string;
  /** The saved text that the draft was typed over; not `saved` while somebody else's has come between. */
  base: string;
  status: 'idle' | 'saving' | 'saved' | 'failed';
  /** How many saves have ended: two that end alike are still two. */
  saves: number;
  /** Of the last save, until the next: when it was and what its number is, or why there was none. */
  receipt: { at: Date; version: number; changed: boolean } | undefined;
  reason: string | undefined;
  /** The last save found the session ended, and stayed here. */
  isSignedOut: boolean;
  /** What somebody else has saved meanwhile, while nobody has chosen between the two. */
  theirs: Current | undefined;
};

export type Follow = {
  content: string;
  version: number;
  /** What the draft becomes over that; left out, one that was sent becomes the content, and any other stays. */
  adopt?: (draft: string) => string;
};

export type FieldEvent =
  | { type: 'typed'; draft: string }
  | { type: 'edited'; edit: (draft: string) => string }
  | { type: 'putBack' }
  | { type: 'saving' }
  | ({ type: 'done'; sent: string; changed: boolean; at: Date } & Follow)
  /** What is saved has changed by another call than the save, or by a part of a save that failed. */
  | ({ type: 'followed' } & Partial<Follow>)
  | { type: 'failed'; reason: string; isSignedOut?: boolean }
  | { type: 'conflict'; current: Current; reason: string }
  | { type: 'flashEnded' }
  | { type: 'mineKept'; draft?: string | undefined }
  | { type: 'theirsTaken' };

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

export const isUnsaved = ({ draft, saved }: FieldState) => draft !== saved;

export function fieldReducer(state: FieldState, event: FieldEvent): FieldState {
  switch (event.type) {
    case 'typed':
      return { ...state, draft: event.draft };
    case 'edited':
      return { ...state, draft: event.edit(state.draft) };
    case 'putBack':
      // What is saved now is theirs, where somebody else has saved meanwhile.
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
        // What was typed while the save was under way stays; what was sent becomes what the server made of it.
        draft: adopt ? adopt(state.draft) : state.draft === event.sent ? content : state.draft,
        status: 'saved',
        saves: state.saves + 1,
        receipt: { at, version, changed },
        reason: undefined,
        isSignedOut: false,
        theirs: undefined,
      };
    }
    case 'followed': {
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
    case 'mineKept':
      if (!state.theirs) return state;
      return {
        ...state,
        ...baseOn(state.theirs),
        draft: event.draft ?? state.draft,
        reason: undefined,
        theirs: undefined,
      };
    case 'theirsTaken':
      return state.theirs ? takeTheirs(state, state.theirs) : state;
  }
}

// The receipt is that of another text.
const baseOn = ({ content, version }: Current) => ({
  saved: content,
  base: content,
  version,
  receipt: undefined,
});

const takeTheirs = (state: FieldState, theirs: Current): FieldState => ({
  ...state,
  ...baseOn(theirs),
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
