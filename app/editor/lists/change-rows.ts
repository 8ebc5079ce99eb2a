import { isEqual } from '#shared/merge-values.ts';
import type { Failure } from '#app/editor/shell/admin-api.ts';
import type { Current, FieldEvent, FieldState } from '#app/editor/field/field-state.ts';
import { eventsOfUndo, withRestored, type Removal } from '#app/editor/field/removals.ts';
import type { Row, RowListRecord } from './row-list.ts';

type Stored<Value, Each extends Row> = RowListRecord<Value, Each> & {
  stored: NonNullable<RowListRecord<Value, Each>['stored']>;
};

/** `failure`: why nothing has changed. `question`: what to confirm first. */
type Outcome<Value> = { events: readonly FieldEvent<Value>[]; failure?: Failure; question?: string };

const unchanged = (more: { failure: Failure } | { question: string }) => ({
  events: [{ type: 'serverUpdated' } as const],
  ...more,
});

/**
 * Deletes a stored row. Returns the event that removes it from the draft and advances the base version, so that the next
 * save neither conflicts with the deletion nor hides another administrator's change.
 */
export async function removeRow<Value, Each extends Row>(
  list: Stored<Value, Each>,
  id: string,
  now: Pick<FieldState<Value>, 'saved' | 'version'>,
  isConfirmed = false,
): Promise<Outcome<Value> & { isRemoved: boolean }> {
  const without = (value: Value) =>
    list.withRows(
      value,
      list.rowsIn(value).filter((row) => row.id !== id),
    );
  const result = await list.stored.remove(id, now, isConfirmed);
  switch (result.outcome) {
    case 'done': {
      const base = without(now.saved);
      const { body: content = base } = result;
      const adopt = (draft: Value) =>
        list.merge({ draft: without(draft), base, theirs: content })?.merged ?? without(draft);
      // Without a list, keep the base version: the other rows were not read again.
      const read = result.body === undefined ? {} : { version: result.version };
      return { events: [{ type: 'serverUpdated', content, adopt, ...read }], isRemoved: true };
    }
    case 'conflict': {
      const current = result.current as Current<Value>;
      // The list is as the user sees it, in a restored backup for example.
      if (isEqual(current.content, now.saved))
        return removeRow(list, id, { ...now, version: current.version }, isConfirmed);
      return { events: [{ type: 'conflict', reason: result.reason, current }], isRemoved: false };
    }
    case 'rejected':
      if (result.status === 409) return { ...unchanged({ question: result.reason }), isRemoved: false };
      return { ...unchanged({ failure: result }), isRemoved: false };
    case 'signed-out':
    case 'unreachable':
      return { ...unchanged({ failure: result }), isRemoved: false };
  }
}

/** Stores a deleted row again. Returns the events that restore it in the draft, with its unsaved edits. */
export async function restoreRow<Value, Each extends Row>(
  list: Stored<Value, Each>,
  { item, saved, after }: Removal<Each> & { saved: Each },
  now: () => FieldState<Value>,
): Promise<Outcome<Value>> {
  const putter = (row: Each, rowsBefore: readonly string[]) => (value: Value) =>
    list.withRows(value, withRestored(list.rowsIn(value), row, rowsBefore));
  const put = putter(saved, after.saved);
  const before = now();
  const expected = put(before.saved);
  const result = await list.stored.restore(saved, { content: expected, version: before.version }, put);
  if (result.outcome !== 'done') return unchanged({ failure: result });
  const restore = putter(item, after.draft);
  return { events: eventsOfUndo({ now: now(), expected, current: result.body, restore }) };
}
