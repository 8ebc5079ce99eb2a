import type { LastSave } from '#contract/last-saves.ts';
import type { Side } from '#shared/merge-lists.ts';
import { useEditor } from './editor-context.ts';
import { OUTDATED_VERSION, type FieldEvent, type FieldState } from './field-state.ts';
import type { ShownConflict } from './merge-draft.ts';
import { TEXT_FORM, type StoredForm } from './stored-form.ts';
import { useDraft } from './use-draft.ts';
import { useFieldHistory, type HistorySource } from './use-field-history.ts';
import { useNewerVersion } from './use-newer-version.ts';
import { useSaving, type SavingSource } from './use-saving.ts';
import { useStableHandlers } from './use-stable-handlers.ts';

export type FieldSource<Value = string> = SavingSource<Value> & HistorySource<Value>;

/** A field that is saved separately. Its functions keep their identity. */
export type Field<Value = string> = {
  name: string;
  state: FieldState<Value>;
  isUnsaved: boolean;
  lastSave: LastSave | undefined;
  /** Last change of the version that the user has to choose about. */
  lastChange: Pick<LastSave, 'at' | 'author'> | undefined;
  /** What someone else has changed differently; undefined if the field cannot tell. */
  conflicts: readonly ShownConflict[] | undefined;
  now(): FieldState<Value>;
  type(draft: Value): void;
  edit(step: (draft: Value) => Value): void;
  save(): void;
  /** Discards the draft and, in a conflict, shows the other version. */
  revert(): void;
  /** Applies a change made by another request, such as deleting an item. Waits for a running save. */
  change(
    request: (now: FieldState<Value>) => Promise<FieldEvent<Value> | readonly FieldEvent<Value>[]>,
  ): Promise<void>;
  keepMine(): void;
  /** Resolves a conflict by choices. All other changes are merged. */
  choose(sideOf: (key: string) => Side): void;
  discardUnreadable(): void;
} & ReturnType<typeof useFieldHistory<Value>>;

/** Field of any value, to show its state. */
export type AnyField = Omit<Field<unknown>, 'now' | 'type' | 'edit' | 'change'>;

/** Manages a field that is saved separately. Its draft is stored on this device and restored when the editor opens. */
export function useField(source: FieldSource): Field;
/** `form`: how drafts of the value are stored; must keep its identity. */
export function useField<Value>(source: FieldSource<Value>, form: StoredForm<Value>): Field<Value>;
export function useField<Value>(
  source: FieldSource<Value>,
  form = TEXT_FORM as unknown as StoredForm<Value>,
): Field<Value> {
  const { lastSaves } = useEditor();
  const draft = useDraft(source, form);
  const saving = useSaving(source, draft, form);
  const history = useFieldHistory(source, draft, saving);
  useNewerVersion(source, draft);

  const { state, isUnsaved, dispatch, now, merge } = draft;
  /** Merges the draft with the version that it conflicts with. */
  const mergeTheirs = ({ draft: mine, base, theirs }: FieldState<Value>, sideOf?: (key: string) => Side) =>
    theirs && merge?.({ draft: mine, base, theirs: theirs.content }, sideOf);

  const handlers = useStableHandlers({
    type: (value: Value) => dispatch({ type: 'typed', draft: value }),
    edit: (step: (value: Value) => Value) => dispatch({ type: 'edited', edit: step }),
    revert: () => dispatch({ type: 'reverted' }),
    keepMine() {
      const { draft: mine, base, theirs } = now();
      const merged =
        mergeTheirs(now())?.merged ??
        (theirs && source.merge?.({ draft: mine, base, theirs: theirs.content }));
      dispatch({ type: 'keptMine', draft: merged });
    },
    choose(sideOf: (key: string) => Side) {
      const chosen = mergeTheirs(now(), sideOf);
      if (chosen) dispatch({ type: 'keptMine', draft: chosen.merged });
    },
    discardUnreadable: () => dispatch({ type: 'unreadableDiscarded' }),
  });

  const newest = lastSaves[source.subject ?? ''];
  return {
    name: source.field,
    state,
    now,
    isUnsaved,
    lastSave: state.lastSave ?? newest,
    // That of a restored draft was read with the editor.
    lastChange: state.version === OUTDATED_VERSION ? newest : state.theirs,
    conflicts: mergeTheirs(state)?.conflicts,
    ...handlers,
    ...saving,
    ...history,
  };
}
