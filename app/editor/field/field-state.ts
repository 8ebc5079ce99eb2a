import { isNewer, numberOf, type VersionId } from '#contract/content-version.ts';
import type { Included } from '#contract/saved.ts';
import type { LastSave } from '#contract/last-saves.ts';
import type { CurrentContent } from '#app/editor/frame/admin-api.ts';
import type { Draft } from './drafts.ts';

/** Duration for which the save button shows the outcome, in milliseconds. */
export const FLASH_MS = 2000;

export type Current = CurrentContent & { content: string };

export type FieldState = {
  saved: string;
  /** Content version that `saved` was read from. */
  version: VersionId;
  draft: string;
  /** Saved text that the draft started from. Differs from `saved` while a conflict is unresolved. */
  base: string;
  status: 'idle' | 'saving' | 'saved' | 'failed';
  /** Number of finished saves, which distinguishes repeated equal outcomes. */
  saves: number;
  /** Result of the last successful save or restore; undefined before the first one. */
  receipt: { changed: boolean; restored?: true; included?: readonly Included[] | undefined } | undefined;
  /** Changes that undo takes back: those of the last save or restore since the field was loaded. */
  undo: string | undefined;
  /** Last save since the field was loaded, by the user or in a resolved conflict. */
  lastSave: LastSave | undefined;
  reason: string | undefined;
  /** The last save failed because the session had ended, and the user stayed on the page. */
  isSignedOut: boolean;
  /** Another administrator's concurrent change, or what the user restored beside a draft, until the user chooses. */
  theirs: (Current & { isRestored?: true }) | undefined;
  /** Newer save of the text by someone else, which will be merged when the draft is saved. */
  newer: Pick<LastSave, 'at' | 'author'> | undefined;
};

export type ServerUpdate = {
  content: string;
  version: VersionId;
  /** Rebases the draft. If absent, a draft that equals the sent text becomes `content`; other drafts stay. */
  adopt?: (draft: string) => string;
};

export type FieldEvent =
  | { type: 'typed'; draft: string }
  | { type: 'edited'; edit: (draft: string) => string }
  | { type: 'reverted' }
  | { type: 'saving' }
  | ({
      type: 'done';
      sent: string;
      changed: boolean;
      included?: readonly Included[] | undefined;
      at: Date;
      author: string;
      changes?: string | undefined;
    } & ServerUpdate)
  /** Update of the saved text by a request other than this field's save, or by part of a failed save. */
  | ({ type: 'serverUpdated'; lastSave?: LastSave } & Partial<ServerUpdate>)
  /** The field was read again, after a restore or because the user kept a later version. */
  | { type: 'reloaded'; current: Current; restored?: { changes: string | undefined } | undefined }
  /** Another field has read the same item. */
  | { type: 'readElsewhere'; content: string; version: VersionId }
  /** The field was read again, because someone may have saved a newer version. */
  | { type: 'newer'; current: Current }
  | { type: 'restoreFailed'; reason: string; isSignedOut?: boolean }
  | { type: 'failed'; reason: string; isSignedOut?: boolean }
  | { type: 'conflict'; current: Current; reason: string }
  | { type: 'flashEnded' }
  | { type: 'keptMine'; draft?: string | undefined }
  | { type: 'tookTheirs' };

export function initialField(saved: string, version: VersionId): FieldState {
  return {
    saved,
    version,
    draft: saved,
    base: saved,
    status: 'idle',
    saves: 0,
    receipt: undefined,
    undo: undefined,
    lastSave: undefined,
    reason: undefined,
    isSignedOut: false,
    theirs: undefined,
    newer: undefined,
  };
}

/** Version 0, older than any change: the server rejects a save until the user has resolved the conflict. */
export const OUTDATED_VERSION = '0';

/** Returns the state of a field with a stored draft. If the saved text has changed since, that is a conflict. */
export function restoredField(stored: Draft, saved: string, version: VersionId): FieldState {
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
      const { content, version, changed, included, at, author, changes, adopt } = event;
      return {
        ...state,
        saved: content,
        base: content,
        version,
        // Keep text typed during the save. Replace the sent text with the server's version of it.
        draft: adopt ? adopt(state.draft) : state.draft === event.sent ? content : state.draft,
        status: 'saved',
        saves: state.saves + 1,
        receipt: { changed, ...(included && { included }) },
        undo: changed ? changes : state.undo,
        lastSave: changed ? { at: at.toISOString(), author } : state.lastSave,
        reason: undefined,
        isSignedOut: false,
        theirs: undefined,
        newer: undefined,
      };
    }
    case 'serverUpdated': {
      const { content = state.saved, version = state.version, lastSave = state.lastSave, adopt } = event;
      return {
        ...state,
        saved: content,
        base: event.content ?? state.base,
        version,
        receipt: event.lastSave ? undefined : state.receipt,
        undo: event.content === undefined ? state.undo : undefined,
        lastSave,
        draft: adopt ? adopt(state.draft) : state.draft,
      };
    }
    case 'reloaded':
      return reload(state, event);
    case 'readElsewhere': {
      const { content, version } = event;
      if (!isNewer(numberOf(version), state.version) || isUnsaved(state)) return state;
      if (content === state.saved) return { ...state, version };
      return takeTheirs({ ...state, undo: undefined }, { content, version, ...UNKNOWN_SAVE });
    }
    case 'newer':
      return withNewer(state, event.current);
    case 'restoreFailed':
      return {
        ...state,
        ...failed(state, event.reason),
        status: state.status,
        isSignedOut: event.isSignedOut ?? false,
      };
    case 'failed':
      return { ...state, ...failed(state, event.reason), isSignedOut: event.isSignedOut ?? false };
    case 'conflict':
      return { ...state, ...failed(state, event.reason), theirs: event.current, newer: undefined };
    case 'flashEnded':
      return state.status === 'saving' ? state : { ...state, status: 'idle' };
    case 'keptMine':
      if (!state.theirs) return state;
      return {
        ...state,
        ...rebaseOn(state.theirs),
        undo: state.theirs.isRestored && state.undo,
        draft: event.draft ?? state.draft,
        reason: undefined,
        theirs: undefined,
      };
    case 'tookTheirs':
      return state.theirs ? takeTheirs(state, state.theirs) : state;
  }
}

/** Returns the state after a conflicting text becomes the base. Clears the receipt, which belongs to another text. */
const rebaseOn = ({ content, version, at, author }: Current) => ({
  saved: content,
  base: content,
  version,
  newer: undefined,
  receipt: undefined,
  // The time is unknown if the conflict was found by reading the list.
  ...(at !== '' && { lastSave: { at, author } }),
});

const takeTheirs = (state: FieldState, theirs: NonNullable<FieldState['theirs']>): FieldState => ({
  ...state,
  ...rebaseOn(theirs),
  undo: theirs.isRestored && state.undo,
  draft: theirs.content,
  reason: undefined,
  theirs: undefined,
});

/** Returns the state with newly read content. A draft that differs from it stays, and the user chooses. */
function reload(
  state: FieldState,
  { current, restored }: Extract<FieldEvent, { type: 'reloaded' }>,
): FieldState {
  const undo = restored ? restored.changes : state.undo;
  if (isUnsaved(state) && state.draft !== current.content) {
    return {
      ...state,
      undo,
      reason: undefined,
      theirs: { ...current, ...(restored && { isRestored: true }) },
    };
  }
  return {
    ...takeTheirs(state, current),
    saves: state.saves + 1,
    undo,
    isSignedOut: false,
    ...(restored && { receipt: { changed: true, restored: true } }),
  };
}

/** Last save of a text that was only read. */
export const UNKNOWN_SAVE = { at: '', author: null };

/** Returns the state with newly read content or, if there is a draft, with a note that it exists. */
function withNewer(state: FieldState, current: Current): FieldState {
  // The user is already choosing. Another newer version is found when the choice is saved.
  if (state.theirs) return state;
  if (current.content === state.saved) return { ...state, version: current.version, newer: undefined };
  if (!isUnsaved(state) || state.draft === current.content) return takeTheirs(state, current);
  return { ...state, newer: { at: current.at, author: current.author } };
}

const failed = ({ saves }: FieldState, reason: string) => ({
  status: 'failed' as const,
  saves: saves + 1,
  reason,
  isSignedOut: false,
});
