import type { CallResult } from '#app/editor/frame/admin-api.ts';
import type { ServerUpdate } from './field-state.ts';

/** Result of a save. Structured content is serialized. */
export type SavedText = ServerUpdate & { changed: boolean };

/** Result of a save of one or more requests; `partialUpdate` is the stored state if only some of them succeeded. */
export type SaveResult = CallResult<SavedText> & { partialUpdate?: ServerUpdate | undefined };

/** Result of saving a draft from local storage that does not parse. */
export const UNREADABLE_DRAFT = {
  outcome: 'rejected',
  reason: "We can't read the changes kept on this device. Choose Undo changes, then type them again.",
} as const;

/** Serializes the saved content of a result or, in a conflict, the current content. */
export function toSavedText<Content>(
  result: CallResult<Omit<SavedText, 'content'> & { content: Content }>,
  serialize: (content: Content) => string,
): CallResult<SavedText> {
  switch (result.outcome) {
    case 'done':
      return { ...result, body: { ...result.body, content: serialize(result.body.content) } };
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
