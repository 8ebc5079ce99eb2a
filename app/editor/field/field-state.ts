import type { VersionId } from '#contract/content-version.ts';
import type { Included } from '#contract/saved.ts';
import type { LastSave } from '#contract/last-saves.ts';
import { isEqual } from '#shared/merge-values.ts';
import type { CurrentContent } from '#app/editor/shell/admin-api.ts';
import type { MergeTexts } from './merge-draft.ts';

/** Duration for which the save button shows the outcome, in milliseconds. */
export const FLASH_MS = 2000;

/** Reason of a failure that is a mistake in the editor. */
export const BROKEN = 'Something went wrong here. Reload the page, then try again.';

/** What to do about a draft that was typed while an undo ran. */
const UNDONE = 'Undone, except for what you typed since. Choose which version to keep.';

export type Current<Value = string> = CurrentContent & { content: Value };

/** `before`: the saved value without these changes, for an undo that conflicts with later ones. */
export type UndoableSave<Value> = { changes: string; before: Value };

export type FieldState<Value = string> = {
  saved: Value;
  /** Content version that `saved` was read from. */
  version: VersionId;
  draft: Value;
  /** Saved value that the draft started from. Differs from `saved` while a conflict is unresolved. */
  base: Value;
  /** Draft of this device that is no value of the field, to copy. */
  unreadable: string | undefined;
  status: 'idle' | 'saving' | 'saved' | 'failed';
  /** Number of finished saves, which distinguishes repeated equal outcomes. */
  saves: number;
  /** Result of the last successful save or restore; undefined before the first one. */
  receipt: { changed: boolean; restored?: true; included?: readonly Included[] | undefined } | undefined;
  /** Last save since the field was loaded, which can be undone once: a second press must not bring it back. */
  undo: UndoableSave<Value> | undefined;
  /** Last save since the field was loaded, by the user or in a resolved conflict. */
  lastSave: LastSave | undefined;
  reason: string | undefined;
  /** The last save failed because the session had ended, and the user stayed on the page. */
  isSignedOut: boolean;
  /** A concurrent change, or what an undo restored beside a draft, until the user chooses. */
  theirs: Current<Value> | undefined;
  /** Newer save of the text by someone else, which will be merged when the draft is saved. */
  newer: Pick<LastSave, 'at' | 'author'> | undefined;
};

export type ServerUpdate<Value = string> = {
  content: Value;
  version: VersionId;
  /** Rebases the draft. If absent, a draft that equals the sent one becomes `content`; other drafts stay. */
  adopt?: (draft: Value) => Value;
};

type Failed = { reason: string; isSignedOut?: boolean };

export type FieldEvent<Value = string> =
  | { type: 'typed'; draft: Value }
  | { type: 'edited'; edit: (draft: Value) => Value }
  | { type: 'reverted' }
  | { type: 'unreadableDiscarded' }
  /** A draft of another tab was opened. */
  | { type: 'opened'; state: FieldState<Value> }
  | { type: 'saving' }
  | ({
      type: 'done';
      sent: Value;
      changed: boolean;
      /** Changes of others that the content has, too. */
      included?: readonly Included[] | undefined;
      /** Merges them into a draft that was edited during the save. */
      merge?: MergeTexts<Value>;
      at: Date;
      author: string;
      changes?: string | undefined;
    } & ServerUpdate<Value>)
  /** Update of the saved text by a request other than this field's save. */
  | ({ type: 'serverUpdated'; lastSave?: LastSave } & Partial<ServerUpdate<Value>>)
  /** The field was read again, after a restore. */
  | { type: 'reloaded'; current: Current<Value>; restored: boolean }
  /** The field was read again, because someone may have saved a newer version. */
  | { type: 'newer'; current: Current<Value> }
  | ({ type: 'restoreFailed' | 'failed' } & Failed)
  | { type: 'conflict'; current: Current<Value>; reason: string }
  | { type: 'flashEnded' }
  | { type: 'keptMine'; draft?: Value | undefined };

export function initialField<Value>(saved: Value, version: VersionId): FieldState<Value> {
  return {
    saved,
    version,
    draft: saved,
    base: saved,
    unreadable: undefined,
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

/** Returns the state of a field with a stored draft. If the saved value has changed since, that is a conflict. */
export function restoredField<Value>(
  { draft, base }: { draft: Value; base: Value },
  saved: Value,
  version: VersionId,
): FieldState<Value> {
  const initial = initialField(saved, version);
  if (isEqual(draft, saved)) return initial;
  if (isEqual(base, saved)) return { ...initial, draft };
  const theirs: Current<Value> = { content: saved, version, at: '', author: null };
  return { ...initial, draft, base, version: OUTDATED_VERSION, theirs };
}

export const isUnsaved = ({ draft, saved }: FieldState<unknown>) => !isEqual(draft, saved);

/** Returns the state after an event. An event that throws is a failure, so that the field stays usable. */
export function fieldReducer<Value>(state: FieldState<Value>, event: FieldEvent<Value>): FieldState<Value> {
  try {
    const next = reduce(state, event);
    // "Saved" never shows over text that is not, such as what was typed since.
    return next.status === 'saved' && isUnsaved(next) ? { ...next, status: 'idle' } : next;
  } catch {
    return { ...state, ...failed(state, { reason: BROKEN }) };
  }
}

function reduce<Value>(state: FieldState<Value>, event: FieldEvent<Value>): FieldState<Value> {
  switch (event.type) {
    case 'typed':
      return withDraft(state, event.draft);
    case 'edited':
      return withDraft(state, event.edit(state.draft));
    case 'reverted':
      // In a conflict, the saved text is the other administrator's.
      return state.theirs
        ? takeTheirs(state, state.theirs)
        : { ...state, draft: state.saved, reason: undefined };
    case 'opened':
      return event.state;
    case 'unreadableDiscarded':
      return { ...state, unreadable: undefined };
    case 'saving':
      return { ...state, status: 'saving', reason: undefined, isSignedOut: false };
    case 'done': {
      const { content, version, changed, included, at, author, changes } = event;
      return {
        ...state,
        saved: content,
        base: content,
        version,
        draft: draftAfterSave(state.draft, event),
        status: 'saved',
        saves: state.saves + 1,
        receipt: { changed, ...(included && { included }) },
        undo: changed ? undoable(changes, draftAfterSave(state.saved, event)) : state.undo,
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
    case 'newer':
      return withNewer(state, event.current);
    case 'restoreFailed':
      return { ...state, ...failed(state, event), status: state.status };
    case 'failed':
      return { ...state, ...failed(state, event) };
    case 'conflict':
      return { ...state, ...failed(state, event), theirs: event.current, newer: undefined };
    case 'flashEnded':
      return state.status === 'saving' ? state : { ...state, status: 'idle' };
    case 'keptMine':
      if (!state.theirs) return state;
      return { ...takeTheirs(state, state.theirs), draft: event.draft ?? state.draft };
  }
}

const undoable = <Value>(changes: string | undefined, before: Value): UndoableSave<Value> | undefined =>
  changes === undefined ? undefined : { changes, before };

/** Returns the state with another draft than the one that failed. Its reason stays while it needs an answer. */
function withDraft<Value>(state: FieldState<Value>, draft: Value): FieldState<Value> {
  const isStuck = state.theirs || (state.isSignedOut && !isEqual(draft, state.saved));
  return { ...state, draft, ...(!isStuck && { reason: undefined }) };
}

/** Returns the server's version of the sent draft, or one that was edited since, with the changes of others. */
function draftAfterSave<Value>(
  draft: Value,
  { sent, content, included, merge, adopt }: Extract<FieldEvent<Value>, { type: 'done' }>,
): Value {
  if (adopt) return adopt(draft);
  if (isEqual(draft, sent)) return content;
  return (included && merge?.({ draft, base: sent, theirs: content })) ?? draft;
}

/** Returns the state with another version. Clears the receipt, which belongs to another text. */
const takeTheirs = <Value>(
  state: FieldState<Value>,
  { content, version, at, author }: Current<Value>,
): FieldState<Value> => ({
  ...state,
  saved: content,
  base: content,
  draft: content,
  version,
  newer: undefined,
  receipt: undefined,
  // The time is unknown if the conflict was found by reading the list.
  ...(at !== '' && { lastSave: { at, author } }),
  undo: undefined,
  reason: undefined,
  theirs: undefined,
});

/** Returns the state with newly read content. A draft that differs from it stays, and the user chooses. */
const reload = <Value>(
  state: FieldState<Value>,
  { current, restored }: Extract<FieldEvent<Value>, { type: 'reloaded' }>,
): FieldState<Value> =>
  isUnsaved(state) && !isEqual(state.draft, current.content)
    ? { ...state, ...failed(state, { reason: UNDONE }), undo: undefined, theirs: current }
    : {
        ...takeTheirs(state, current),
        saves: state.saves + 1,
        isSignedOut: false,
        ...(restored && { receipt: { changed: true, restored: true } }),
      };

/** Last save of a text that was only read. */
export const UNKNOWN_SAVE = { at: '', author: null };

/** Returns the state with newly read content or, if there is a draft, with a note that it exists. */
function withNewer<Value>(state: FieldState<Value>, current: Current<Value>): FieldState<Value> {
  // The user is already choosing. Another newer version is found when the choice is saved.
  if (state.theirs) return state;
  if (isEqual(current.content, state.saved)) return { ...state, version: current.version, newer: undefined };
  if (!isUnsaved(state) || isEqual(state.draft, current.content)) return takeTheirs(state, current);
  return { ...state, newer: { at: current.at, author: current.author } };
}

const failed = ({ saves }: FieldState<unknown>, { reason, isSignedOut = false }: Failed) => ({
  status: 'failed' as const,
  saves: saves + 1,
  reason,
  isSignedOut,
});
