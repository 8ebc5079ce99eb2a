import type { Employees } from '#contract/employees.ts';
import { editorCalls, type Failure } from '#app/editor/editor-calls.ts';
import { toEmployees, toText, withSavedIds, without } from './employee-list.ts';
import type { Current, FieldEvent } from '#app/editor/field-state.ts';
import type { SaveResult } from '#app/editor/use-field.ts';

/** Saves the whole crew; those who were new have the server's ids after that. */
export async function saveEmployees(text: string, basedOn: number): Promise<SaveResult> {
  const sent = toEmployees(text);
  if (!sent) return { outcome: 'refused', reason: 'What this device has kept of the list cannot be read.' };
  const result = await editorCalls.saveEmployees(sent, basedOn);
  if (result.outcome === 'conflict') return { ...result, current: toCurrent(result.current) };
  if (result.outcome !== 'done') return result;
  const saved = result.answer.content;
  return {
    ...result,
    answer: {
      ...result.answer,
      content: toText(saved),
      adopt: (draft) =>
        draft === text ? toText(saved) : changed(draft, (list) => withSavedIds(list, sent, saved)),
    },
  };
}

/**
 * Takes somebody from the saved crew and, when that has gone well, from what is typed. The base follows, so that the
 * next save neither meets this removal nor overlooks what somebody else has done.
 */
export async function removeSavedEmployee(
  id: string,
  { version, saved }: { version: number; saved: string },
): Promise<{ event: FieldEvent; failure?: Failure }> {
  const adopt = (draft: string) => changed(draft, (list) => without(list, id));
  const result = await editorCalls.deleteEmployee(id, version);
  if (result.outcome === 'done') {
    const { content, version: since } = result.answer;
    return { event: { type: 'followed', content: toText(content), version: since, adopt } };
  }
  if (result.outcome === 'conflict') {
    return { event: { type: 'conflict', reason: result.reason, current: toCurrent(result.current) } };
  }
  const nothing = { event: { type: 'followed' }, failure: result } as const;
  if (result.outcome !== 'refused') return nothing;
  // Gone already: by a removal whose answer was lost, or by somebody else's.
  const there = await editorCalls.employees();
  if (there.outcome !== 'done' || there.answer.some((each) => each.id === id)) return nothing;
  const content = toText(there.answer);
  if (content === adopt(saved))
    return { event: { type: 'followed', content, version: there.version, adopt } };
  const current = { content, version: there.version, at: '', author: null };
  return { event: { type: 'conflict', reason: 'Somebody else has changed the list meanwhile.', current } };
}

/** A text with a step made in its list; one that is no list stays. */
export function changed(text: string, step: (list: Employees) => Employees): string {
  const list = toEmployees(text);
  return list ? toText(step(list)) : text;
}

const toCurrent = (current: Omit<Current, 'content'> & { content: unknown }): Current => ({
  ...current,
  content: toText(current.content as Employees),
});
