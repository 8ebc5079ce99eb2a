import type { VersionId } from '#contract/content-version.ts';
import type { SaveRequest } from '#contract/drafts.ts';
import { sendSave, type CallResult } from '#app/editor/shell/admin-api.ts';
import type { Included } from '#contract/saved.ts';
import { isEqual } from '#shared/merge-values.ts';
import { BROKEN, type FieldState, type ServerUpdate } from './field-state.ts';

type SavedValue<Value> = ServerUpdate<Value> & {
  changed: boolean;
  included?: Included[] | undefined;
};

export type SaveResult<Value = string> = CallResult<SavedValue<Value>>;

/** Saves a value that was changed since `base`, which was read at `baseVersion`. */
export type Save<Value> = (value: Value, baseVersion: VersionId, base: Value) => Promise<SaveResult<Value>>;

/**
 * How a field saves. `savesOf` returns the requests, which can also be previewed and scheduled, or why a value cannot be
 * saved. Files lack it.
 */
export type Saving<Value> = {
  savesOf?: (value: Value, base: Value) => SaveRequest | readonly SaveRequest[] | string;
  save: Save<Value>;
};

/** Describes a value that one request saves. `reasonOf`: what to change in a value that the server has rejected. */
export const savedBy = <Value>(
  savesOf: (value: Value, base: Value) => SaveRequest | string,
  toValue: (content: never) => Value,
  reasonOf: (value: Value) => Promise<string | undefined> | string | undefined = () => undefined,
): Saving<Value> => ({
  savesOf,
  async save(value, baseVersion, base) {
    const request = savesOf(value, base);
    if (typeof request === 'string') return { outcome: 'rejected', reason: request };
    const result = toSaved(await sendSave<never>(request, baseVersion), toValue);
    if (result.outcome !== 'rejected') return result;
    return { ...result, reason: (await reasonOf(value)) ?? result.reason };
  },
});

/** Converts the saved content of a result or, in a conflict, the current content to a value. */
export function toSaved<Content, Value>(
  result: CallResult<{ content: Content; changed: boolean; included?: Included[] }>,
  toValue: (content: Content) => Value,
): CallResult<SavedValue<Value>> {
  if (result.outcome === 'done') {
    const { version, body } = result;
    return { ...result, body: { ...body, content: toValue(body.content), version } };
  }
  if (result.outcome === 'conflict') {
    const content = toValue(result.current.content as Content);
    return { ...result, current: { ...result.current, content } };
  }
  return result;
}

/**
 * Saves a value, and once more after a conflict with the value that the draft started from: a restored backup has another
 * version of it, but no change is lost. Never throws.
 */
export async function saveOver<Value>(
  save: Save<Value>,
  { draft, version, base }: Pick<FieldState<Value>, 'draft' | 'version' | 'base'>,
): Promise<SaveResult<Value>> {
  try {
    const result = await save(draft, version, base);
    if (result.outcome !== 'conflict' || !isEqual(result.current.content, base)) return result;
    return await save(draft, result.current.version, base);
  } catch {
    return { outcome: 'rejected', reason: BROKEN };
  }
}
