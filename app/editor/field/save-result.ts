import type { VersionId } from '#contract/content-version.ts';
import type { CallResult } from '#app/editor/frame/admin-api.ts';
import type { Included } from '#contract/saved.ts';
import type { ServerUpdate } from './field-state.ts';

/** Result of a save. Structured content is serialized. */
export type SavedText = ServerUpdate & { changed: boolean; included?: Included[] | undefined };

/** Result of a save of one or more requests; `partialUpdate` is the stored state if only some of them succeeded. */
export type SaveResult = CallResult<SavedText> & { partialUpdate?: ServerUpdate | undefined };

/** Result of saving a draft from local storage that does not parse. */
export const UNREADABLE_DRAFT = {
  outcome: 'rejected',
  reason: "We can't read the changes kept on this device. Choose Undo changes, then type them again.",
} as const;

/** Merges a draft into a text that someone else has changed. */
export type MergeTexts = (texts: { draft: string; base: string; theirs: string }) => string | undefined;

/**
 * Serializes the saved content of a result or, in a conflict, the current content. With `merging`, a draft that was
 * edited during the save gets the changes of others that the content includes.
 */
export function toSavedText<Content>(
  result: CallResult<{ content: Content; changed: boolean; included?: Included[] }>,
  serialize: (content: Content) => string,
  merging?: { sent: string; merge: MergeTexts },
): CallResult<SavedText> {
  switch (result.outcome) {
    case 'done': {
      const { changed, included } = result.body;
      const content = serialize(result.body.content);
      const adopt =
        included && merging
          ? (draft: string) =>
              draft === merging.sent
                ? content
                : (merging.merge({ draft, base: merging.sent, theirs: content }) ?? draft)
          : undefined;
      const merged = { ...(included && { included }), ...(adopt && { adopt }) };
      const body = { content, version: result.version, changed, ...merged };
      return { ...result, body };
    }
    case 'conflict': {
      const content = serialize(result.current.content as Content);
      return { ...result, current: { ...result.current, content } };
    }
    case 'rejected':
    case 'signed-out':
    case 'unreachable':
      return result;
  }
}

/**
 * Saves a text, and once more after a conflict with the text that the draft started from: a restored backup has another
 * version of it, but no change is lost.
 */
export async function saveOver(
  base: string,
  sent: string,
  {
    baseVersion,
    save,
  }: { baseVersion: VersionId; save: (text: string, from: VersionId, base: string) => Promise<SaveResult> },
): Promise<SaveResult> {
  const result = await save(sent, baseVersion, base);
  if (result.outcome !== 'conflict' || result.partialUpdate || result.current.content !== base) return result;
  return save(sent, result.current.version, base);
}
