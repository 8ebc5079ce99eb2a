import type { VersionId } from '#contract/content-version.ts';
import { isEqual } from '#shared/merge-values.ts';
import type { CallResult, Failure } from '#app/editor/shell/admin-api.ts';
import type { Current, FieldEvent, FieldState } from '#app/editor/field/field-state.ts';
import { withRestored, type Removal } from '#app/editor/field/removals.ts';
import type { Row, RowListRecord } from './row-list.ts';

type Stored<Value, Each extends Row> = RowListRecord<Value, Each> & {
  stored: NonNullable<RowListRecord<Value, Each>['stored']>;
};

/** `failure`: why nothing has changed. `question`: what to confirm first. */
type Outcome<Value> = {
  isDone: boolean;
  events: readonly FieldEvent<Value>[];
  failure?: Failure;
  question?: string;
};

/** Deletes a stored row, and removes it from the draft. */
export function removeRow<Value, Each extends Row>(
  list: Stored<Value, Each>,
  id: string,
  now: () => FieldState<Value>,
  isConfirmed = false,
): Promise<Outcome<Value>> {
  const without = (value: Value) =>
    list.withRows(
      value,
      list.rowsIn(value).filter((row) => row.id !== id),
    );
  const request = (version: VersionId) => list.stored.remove(id, version, isConfirmed);
  return changeStored(list, now, { request, onSaved: without, onDraft: without });
}

/** Stores a deleted row again, and restores it in the draft, with its unsaved edits. */
export function restoreRow<Value, Each extends Row>(
  list: Stored<Value, Each>,
  { item, saved, after }: Removal<Each> & { saved: Each },
  now: () => FieldState<Value>,
): Promise<Outcome<Value>> {
  const putter = (row: Each, rowsBefore: readonly string[]) => (value: Value) =>
    list.withRows(value, withRestored(list.rowsIn(value), row, rowsBefore));
  const put = putter(saved, after.saved);
  return changeStored(list, now, {
    request: (version) => list.stored.restore(saved, { content: put(now().saved), version }),
    onSaved: put,
    onDraft: putter(item, after.draft),
  });
}

/** A change of a stored row: the request, and what it makes of the saved value and of the draft. */
type Change<Value> = {
  request: (baseVersion: VersionId) => Promise<CallResult<Value | undefined>>;
  onSaved: (value: Value) => Value;
  onDraft: (draft: Value) => Value;
};

async function changeStored<Value, Each extends Row>(
  list: Stored<Value, Each>,
  now: () => FieldState<Value>,
  change: Change<Value>,
  baseVersion = now().version,
): Promise<Outcome<Value>> {
  const result = await change.request(baseVersion);
  if (result.outcome === 'done') {
    const { body: content, version } = result;
    const current = content === undefined ? undefined : { content, version, at: '', author: null };
    return { isDone: true, events: eventsAfter(list, now(), change, current) };
  }
  if (result.outcome === 'conflict') {
    const current = result.current as Current<Value>;
    // The list is as the user sees it, in a restored backup for example.
    if (isEqual(current.content, now().saved)) return changeStored(list, now, change, current.version);
    return { isDone: false, events: [{ type: 'conflict', reason: result.reason, current }] };
  }
  if (result.outcome === 'rejected' && result.status === 409)
    return { isDone: false, events: [], question: result.reason };
  if (result.outcome === 'rejected' && result.status === 404) {
    // Already changed: by an earlier request whose response was lost, or by another administrator.
    const read = await list.load();
    if (read.outcome === 'done' && isEqual(change.onSaved(read.body), read.body)) {
      const current = { content: read.body, version: read.version, at: '', author: null };
      return { isDone: true, events: eventsAfter(list, now(), change, current) };
    }
  }
  return { isDone: false, events: [], failure: result };
}

/**
 * Returns the events of a field after a change of a stored row. `current` is the stored value, which may have changes of
 * others, too. If it was not read, the base version stays, so that the next save finds those.
 */
function eventsAfter<Value, Each extends Row>(
  { merge }: Stored<Value, Each>,
  { saved, draft }: FieldState<Value>,
  { onSaved, onDraft }: Change<Value>,
  current: Current<Value> | undefined,
): FieldEvent<Value>[] {
  const base = onSaved(saved);
  const changed = { type: 'serverUpdated', content: base, adopt: onDraft } as const;
  if (!current) return [changed];
  const { content, version } = current;
  const mergeInto = (each: Value) => merge({ draft: onDraft(each), base, theirs: content });
  if (mergeInto(draft)?.conflicts.length === 0)
    return [{ ...changed, content, version, adopt: (each) => mergeInto(each)?.merged ?? onDraft(each) }];
  const reason = 'This list changed while you were editing. Choose which version to keep.';
  return [changed, { type: 'conflict', current, reason }];
}
