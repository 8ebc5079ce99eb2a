import type { VersionId } from '#contract/content-version.ts';
import type { Employee, Employees } from '#contract/employees.ts';
import { adminApi, type CallResult, type Failure } from '#app/editor/frame/admin-api.ts';
import { mergeEmployees, toEmployees, toText, withSavedIds, withoutEmployee } from './employee-list.ts';
import type { Current, FieldEvent, FieldState } from '#app/editor/field/field-state.ts';
import { eventsOfUndo, withRestored, type Removal } from '#app/editor/field/removals.ts';
import { UNREADABLE_DRAFT, type SaveResult } from '#app/editor/field/save-result.ts';

export async function loadEmployees(): Promise<CallResult<string>> {
  const result = await adminApi.employees();
  return result.outcome === 'done' ? { ...result, body: toText(result.body) } : result;
}

/** Submits the whole list. The result replaces temporary ids with the server's. */
export async function submitEmployees(text: string, baseVersion: VersionId): Promise<SaveResult> {
  const sent = toEmployees(text);
  if (!sent) return UNREADABLE_DRAFT;
  const result = await adminApi.saveEmployees(sent, baseVersion);
  if (result.outcome === 'conflict') return { ...result, current: toCurrent(result.current) };
  if (result.outcome !== 'done') return result;
  const saved = result.body.content;
  return {
    ...result,
    body: {
      ...result.body,
      content: toText(saved),
      version: result.version,
      adopt: (draft) =>
        draft === text
          ? toText(saved)
          : (mergeEmployees({
              draft: applyStep(draft, (list) => withSavedIds(list, sent, saved)),
              base: toText(withSavedIds(sent, sent, saved)),
              theirs: toText(saved),
            })?.merged ?? draft),
    },
  };
}

/**
 * Deletes a stored employee. Returns the event that removes it from the draft and advances the base version, so that
 * the next save neither conflicts with the deletion nor hides another administrator's change.
 */
export async function removeSavedEmployee(
  id: string,
  { version, saved }: { version: VersionId; saved: string },
): Promise<{ event: FieldEvent; failure?: Failure }> {
  const adopt = (draft: string) => applyStep(draft, (list) => withoutEmployee(list, id));
  const result = await adminApi.deleteEmployee(id, version);
  if (result.outcome === 'done') {
    const content = toText(result.body.content);
    const base = adopt(saved);
    const adoptAll = (draft: string) =>
      mergeEmployees({ draft: adopt(draft), base, theirs: content })?.merged ?? draft;
    return { event: { type: 'serverUpdated', content, version: result.version, adopt: adoptAll } };
  }
  if (result.outcome === 'conflict') {
    const current = toCurrent(result.current);
    // The list is as the user sees it, in a restored backup for example.
    if (current.content === saved) return removeSavedEmployee(id, { version: current.version, saved });
    return { event: { type: 'conflict', reason: result.reason, current } };
  }
  const unchanged = { event: { type: 'serverUpdated' }, failure: result } as const;
  if (result.outcome !== 'rejected') return unchanged;
  // Already deleted: by an earlier request whose response was lost, or by another administrator.
  const reloaded = await adminApi.employees();
  if (reloaded.outcome !== 'done' || reloaded.body.some((each) => each.id === id)) return unchanged;
  const content = toText(reloaded.body);
  if (content === adopt(saved))
    return { event: { type: 'serverUpdated', content, version: reloaded.version, adopt } };
  const current = { content, version: reloaded.version, at: '', author: null };
  return {
    event: { type: 'conflict', reason: 'Someone else changed this list while you were editing.', current },
  };
}

/**
 * Saves the list with a removed employee. After a conflict, it adds the employee to the other administrator's list.
 * Returns the events that restore the employee in the draft, with its unsaved edits.
 */
export async function restoreEmployee(
  { item, saved, after }: Removal<Employee> & { saved: Employee },
  now: () => FieldState,
): Promise<{ events: readonly FieldEvent[]; failure?: Failure }> {
  const before = now();
  const expected = applyStep(before.saved, (list) => withRestored(list, saved, after.saved));
  let current: Current = { content: expected, version: before.version, at: '', author: null };
  for (;;) {
    const result = await adminApi.saveEmployees(toEmployees(current.content) ?? [], current.version);
    if (result.outcome === 'conflict') {
      const theirs = toCurrent(result.current);
      const content = applyStep(theirs.content, (list) =>
        list.some(({ id }) => id === saved.id) ? list : withRestored(list, saved, after.saved),
      );
      current = { ...theirs, content };
    } else if (result.outcome === 'done') {
      current = { ...current, content: toText(result.body.content), version: result.version };
      const restore = (text: string) => applyStep(text, (list) => withRestored(list, item, after.draft));
      return { events: eventsOfUndo({ now: now(), expected, current, restore }) };
    } else {
      return { events: [{ type: 'serverUpdated' }], failure: result };
    }
  }
}

/** Applies a step to a serialized list. Returns other text unchanged. */
export function applyStep(text: string, step: (list: Employees) => Employees): string {
  const list = toEmployees(text);
  return list ? toText(step(list)) : text;
}

const toCurrent = (current: Omit<Current, 'content'> & { content: unknown }): Current => ({
  ...current,
  content: toText(current.content as Employees),
});
