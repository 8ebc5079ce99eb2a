import type { Employees } from '#contract/employees.ts';
import { adminApi, type Failure } from '#app/editor/frame/admin-api.ts';
import { toEmployees, toText, withSavedIds, withoutEmployee } from './employee-list.ts';
import type { Current, FieldEvent } from '#app/editor/field/field-state.ts';
import { UNREADABLE_DRAFT, type SaveResult } from '#app/editor/field/save-result.ts';

/** Submits the whole list. The result replaces temporary ids with the server's. */
export async function submitEmployees(text: string, baseVersion: number): Promise<SaveResult> {
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
      adopt: (draft) =>
        draft === text ? toText(saved) : applyStep(draft, (list) => withSavedIds(list, sent, saved)),
    },
  };
}

/**
 * Deletes a stored employee. Returns the event that removes it from the draft and advances the base version, so that
 * the next save neither conflicts with the deletion nor hides another administrator's change.
 */
export async function removeSavedEmployee(
  id: string,
  { version, saved }: { version: number; saved: string },
): Promise<{ event: FieldEvent; failure?: Failure }> {
  const adopt = (draft: string) => applyStep(draft, (list) => withoutEmployee(list, id));
  const result = await adminApi.deleteEmployee(id, version);
  if (result.outcome === 'done') {
    const { content, version: newVersion } = result.body;
    return { event: { type: 'serverUpdated', content: toText(content), version: newVersion, adopt } };
  }
  if (result.outcome === 'conflict') {
    return { event: { type: 'conflict', reason: result.reason, current: toCurrent(result.current) } };
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

/** Applies a step to a serialized list. Returns other text unchanged. */
export function applyStep(text: string, step: (list: Employees) => Employees): string {
  const list = toEmployees(text);
  return list ? toText(step(list)) : text;
}

const toCurrent = (current: Omit<Current, 'content'> & { content: unknown }): Current => ({
  ...current,
  content: toText(current.content as Employees),
});
