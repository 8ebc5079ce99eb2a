import type { VersionId } from '#contract/content-version.ts';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import type { Included } from '#contract/saved.ts';
import { isEqual } from '#shared/merge-values.ts';
import { BROKEN, type ServerUpdate } from './field-state.ts';

type SavedValue<Value> = ServerUpdate<Value> & {
  changed: boolean;
  included?: Included[] | undefined;
};

export type SaveResult<Value = string> = CallResult<SavedValue<Value>>;

/** Merges a draft into a value that someone else has changed. */
export type MergeTexts<Value = string> = (versions: {
  draft: Value;
  base: Value;
  theirs: Value;
}) => Value | undefined;

/**
 * Converts the saved content of a result or, in a conflict, the current content to a value. With `merging`, a draft that
 * was edited during the save gets the changes of others that the content includes.
 */
export function toSaved<Content, Value>(
  result: CallResult<{ content: Content; changed: boolean; included?: Included[] }>,
  toValue: (content: Content) => Value,
  merging?: { sent: Value; merge: MergeTexts<Value> },
): CallResult<SavedValue<Value>> {
  switch (result.outcome) {
    case 'done': {
      const { changed, included } = result.body;
      const content = toValue(result.body.content);
      const adopt =
        included && merging
          ? (draft: Value) =>
              isEqual(draft, merging.sent)
                ? content
                : (merging.merge({ draft, base: merging.sent, theirs: content }) ?? draft)
          : undefined;
      const merged = { ...(included && { included }), ...(adopt && { adopt }) };
      const body = { content, version: result.version, changed, ...merged };
      return { ...result, body };
    }
    case 'conflict': {
      const content = toValue(result.current.content as Content);
      return { ...result, current: { ...result.current, content } };
    }
    case 'rejected':
    case 'signed-out':
    case 'unreachable':
      return result;
  }
}

/**
 * Saves a value, and once more after a conflict with the value that the draft started from: a restored backup has another
 * version of it, but no change is lost. Never throws.
 */
export async function saveOver<Value>(
  base: Value,
  sent: Value,
  {
    baseVersion,
    save,
  }: {
    baseVersion: VersionId;
    save: (value: Value, from: VersionId, base: Value) => Promise<SaveResult<Value>>;
  },
): Promise<SaveResult<Value>> {
  try {
    const result = await save(sent, baseVersion, base);
    if (result.outcome !== 'conflict' || !isEqual(result.current.content, base)) return result;
    return await save(sent, result.current.version, base);
  } catch {
    return { outcome: 'rejected', reason: BROKEN };
  }
}
