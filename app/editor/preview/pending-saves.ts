import type { SaveRequest } from '#contract/drafts.ts';
import type { UnsavedFields } from '#app/editor/shell/use-unsaved-fields.ts';

type Unsaved = UnsavedFields extends ReadonlyMap<string, infer Each> ? Each : never;

/** Returns the saves of drafts, with the field of each, and why others cannot be saved. */
export function pendingSaves(unsaved: readonly (readonly [field: string, Pick<Unsaved, 'pending'>])[]) {
  const saves: SaveRequest[] = [];
  const fields: string[] = [];
  const problems: { field: string; reason: string }[] = [];
  for (const [field, { pending }] of unsaved) {
    const found = pending?.saves() ?? [];
    if (typeof found === 'string') problems.push({ field, reason: found });
    else for (const save of found) fields[saves.push(save) - 1] = field;
  }
  return { saves, fields, problems };
}
