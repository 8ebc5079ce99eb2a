import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VersionId } from '#contract/content-version.ts';
import type { Failure } from '#app/editor/shell/admin-api.ts';
import { useFailure } from '#app/editor/shell/failure-alert.tsx';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { moved } from '#app/editor/field/list-order.ts';
import { removedMessage, restoredMessage, undoIdOf } from '#app/editor/field/removed-line.tsx';
import { withRestored, type Removal } from '#app/editor/field/removals.ts';
import { focusInRow, focusOrRow } from '#app/editor/field/row-toggle.tsx';
import { useField } from '#app/editor/field/use-field.ts';
import { useFocusWhenLost, useRemovals } from '#app/editor/field/use-removals.ts';
import { useStableHandlers } from '#app/editor/field/use-stable-handlers.ts';
import { removeRow, restoreRow } from './change-rows.ts';
import type { Row, RowListRecord } from './row-list.ts';

export type RowList<Value, Each extends Row> = ReturnType<typeof useRowList<Value, Each>>;

/** Manages a field that has a list of rows: add, edit, move, remove, and undo of a removal. */
export function useRowList<Value, Each extends Row>(
  record: RowListRecord<Value, Each>,
  loaded: {
    saved: Value;
    version: VersionId;
    whenSignedOut?: 'leave' | 'fail';
  },
) {
  const { rowsIn, withRows, nameOf, stored, form: storedForm, merge: mergeDraft, ...source } = record;
  const field = useField({ whenSignedOut: 'fail', ...source, ...loaded, mergeDraft }, storedForm);
  const { removals, remember, forget } = useRemovals<Each>(record.field);
  const focusWhenLost = useFocusWhenLost();
  const form = useRef<HTMLFormElement>(null);
  const [status, setStatus] = useState('');
  const [asked, setAsked] = useState<{ row: Each; question: string }>();
  /** Why a removal that was confirmed has failed. */
  const [confirmedFailure, setConfirmedFailure] = useFailure();

  const savedRows = rowsIn(field.state.saved);
  const savedById = useMemo(() => new Map(savedRows.map((row) => [row.id, row])), [savedRows]);
  const editRows = (step: (rows: readonly Each[]) => readonly Each[]) =>
    field.edit((value) => withRows(value, step(rowsIn(value))));

  /** Deletes a stored row on the server. Returns the failure, or whether the row is gone. */
  async function removeStored(row: Each, isConfirmed: boolean): Promise<Failure | boolean> {
    let result: Failure | boolean = false;
    await field.change(async (before) => {
      const outcome = await removeRow({ ...record, stored: stored! }, row.id, field.now, isConfirmed);
      if (outcome.question !== undefined) setAsked({ row, question: outcome.question });
      // Read the draft now: it may have been edited during the request.
      if (outcome.isDone) remember(row.id, { draft: rowsIn(field.now().draft), saved: rowsIn(before.saved) });
      result = outcome.failure ?? outcome.isDone;
      return outcome.events;
    });
    return result;
  }

  async function remove(row: Each, isConfirmed = false): Promise<Failure | undefined> {
    const { id } = row;
    const isStored = savedById.has(id);
    const removeFromDraft = () => editRows((rows) => rows.filter((each) => each.id !== id));
    if (isStored && stored && !stored.isRemovedBySave?.(row)) {
      const removed = await removeStored(row, isConfirmed);
      if (typeof removed === 'object') return removed;
      if (!removed) return undefined;
    } else if (!isStored && record.isBlank(row)) {
      replaceFocus(form.current, id, rowsIn(field.now().draft), removeFromDraft);
      return undefined;
    } else {
      remember(id, { draft: rowsIn(field.now().draft), saved: [] });
      removeFromDraft();
    }
    focusWhenLost(undoIdOf(id));
    setStatus(removedMessage(nameOf(row)));
    return undefined;
  }

  async function undo(removal: Removal<Each>): Promise<Failure | undefined> {
    const { item, saved, after } = removal;
    if (saved && stored) {
      let result: Failure | boolean = false;
      await field.change(async () => {
        const outcome = await restoreRow({ ...record, stored }, { ...removal, saved }, field.now);
        result = outcome.failure ?? outcome.isDone;
        return outcome.events;
      });
      if (typeof result === 'object') return result;
      if (!result) return undefined;
    } else {
      editRows((rows) => withRestored(rows, item, after.draft));
    }
    forget(item.id);
    focusWhenLost(record.inputId(item.id));
    setStatus(restoredMessage(nameOf(saved ?? item)));
    return undefined;
  }

  const handlers = useStableHandlers({
    onChange: (id: string, changes: Partial<Each>) =>
      editRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...changes } : row))),
    onMove: (row: Each, to: number) =>
      keepFocus(() => {
        editRows((rows) => moved(rows, ({ id }) => id === row.id, to));
        setStatus(`${nameOf(row)} moved to position ${to + 1}.`);
      }),
    onRemove: async (row: Each) => remove(row),
    onSave: () => form.current?.requestSubmit(),
  });

  return {
    record,
    field,
    form,
    rows: rowsIn(field.state.draft),
    savedById,
    removals,
    status,
    setStatus,
    handlers,
    undo,
    asked: asked && { ...asked, isAbout: nameOf(asked.row) },
    confirmedFailure,
    answer(isConfirmed: boolean) {
      setAsked(undefined);
      if (asked && isConfirmed) void remove(asked.row, true).then(setConfirmedFailure);
    },
    /** Adds a row at the end, and focuses its first input. */
    add(row: Each) {
      flushSync(() => editRows((rows) => [...rows, row]));
      focusInRow(document.getElementById(record.inputId(row.id)));
    },
  };
}

/** Removes a row in which nothing was typed. If it has the focus, focuses the row that is then in its place. */
function replaceFocus(form: HTMLFormElement | null, id: string, rows: readonly Row[], remove: () => void) {
  const position = rows.findIndex((row) => row.id === id);
  const { activeElement, body } = document;
  const cards = () => form?.querySelectorAll(':scope > ol > li:not([data-removed])') ?? [];
  const hasFocus = activeElement === body || Boolean(cards()[position]?.contains(activeElement));
  flushSync(remove);
  if (!hasFocus) return;
  const next = cards()[Math.min(position, cards().length - 1)];
  if (next) focusOrRow(next.querySelector<HTMLElement>('input, textarea, [role="textbox"]'));
  else form?.closest<HTMLElement>('[role="group"]')?.focus();
}
