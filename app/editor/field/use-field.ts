import type { Side } from '#shared/merge-lists.ts';
import type { Pending } from '#app/editor/shell/use-unsaved-fields.ts';
import { useEditor } from './editor-context.ts';
import { BROKEN, OUTDATED_VERSION, type FieldState } from './field-state.ts';
import type { StoredForm } from './stored-form.ts';
import { useDraft, type FieldDraft } from './use-draft.ts';
import { useNewerVersion } from './use-newer-version.ts';
import { useReportUnsaved } from './use-report-unsaved.ts';
import { useSaving, type SavingSource } from './use-saving.ts';
import { useStableHandlers } from './use-stable-handlers.ts';
import { useUndo, type ReloadSource } from './use-undo.ts';

export type FieldSource<Value = string> = SavingSource<Value> &
  ReloadSource<Value> & {
    /** When the saved value last changed. Demo content has no last save. */
    changedAt?: string | null;
  };

/** Returns the requests that save a draft as it is then; undefined for files. */
function usePending<Value>({ savesOf }: SavingSource<Value>, { now, subscribe }: FieldDraft<Value>) {
  const handlers = useStableHandlers({
    subscribe,
    saves() {
      const { draft, base, version } = now();
      try {
        const saves = savesOf?.(draft, base) ?? [];
        return typeof saves === 'string' ? saves : [saves].flat().map((save) => ({ ...save, version }));
      } catch {
        return BROKEN;
      }
    },
  });
  return savesOf && (handlers satisfies Pending);
}

export type Field<Value = string> = ReturnType<typeof useField<Value>>;

/** Field of any value, to show its state. */
export type AnyField = Omit<Field<unknown>, 'now' | 'type' | 'edit' | 'change'>;

/**
 * Manages a field that is saved separately. Its draft is stored on this device and restored when the editor opens. The
 * functions of the field keep their identity. `form`: how drafts of the value are stored; must keep its identity.
 */
export function useField<Value>(source: FieldSource<Value>, form: StoredForm<Value>) {
  const { lastSaves } = useEditor();
  const draft = useDraft(source, form);
  const saving = useSaving(source, draft, form);
  const undo = useUndo(source, draft, saving);
  useNewerVersion(source, draft);
  const pending = usePending(source, draft);
  useReportUnsaved(source.section, source.field, draft.isKept, { pending });

  const { state, isUnsaved, dispatch, now, merge, rebase, others, openOther, discardOther } = draft;
  /** Merges the draft with the version that it conflicts with. */
  const mergeTheirs = ({ draft: mine, base, theirs }: FieldState<Value>, sideOf?: (key: string) => Side) =>
    theirs && merge?.({ draft: mine, base, theirs: theirs.content }, sideOf);

  const handlers = useStableHandlers({
    type: (value: Value) => dispatch({ type: 'typed', draft: value }),
    edit: (step: (value: Value) => Value) => dispatch({ type: 'edited', edit: step }),
    /** Discards the draft and, in a conflict, shows the other version. */
    revert: () => dispatch({ type: 'reverted' }),
    keepMine() {
      const { draft: mine, base, theirs } = now();
      const merged = theirs && rebase({ draft: mine, base, theirs: theirs.content });
      dispatch({ type: 'keptMine', draft: merged });
    },
    /** Resolves a conflict by choices. All other changes are merged. */
    choose(sideOf: (key: string) => Side) {
      const chosen = mergeTheirs(now(), sideOf);
      if (chosen) dispatch({ type: 'keptMine', draft: chosen.merged });
    },
    discardUnreadable: () => dispatch({ type: 'unreadableDiscarded' }),
  });

  const newest = lastSaves[source.subject ?? ''];
  return {
    name: source.field,
    section: source.section,
    subject: source.subject,
    pending,
    state,
    now,
    isUnsaved,
    lastSave: state.lastSave ?? newest ?? (source.changedAt ? { at: source.changedAt } : undefined),
    /** Last change of the version that the user has to choose about. That of a restored draft was read with the editor. */
    lastChange: state.version === OUTDATED_VERSION ? newest : state.theirs,
    /** What someone else has changed differently; undefined if the field cannot tell. */
    conflicts: mergeTheirs(state)?.conflicts,
    others,
    openOther,
    discardOther,
    ...handlers,
    ...saving,
    ...undo,
  };
}
