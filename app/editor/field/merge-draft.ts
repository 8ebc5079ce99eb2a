import type { Side } from '#shared/merge-lists.ts';

/** What someone else and the draft have changed differently, as text. */
export type ShownConflict = {
  key: string;
  name: string;
  mine: string;
  theirs: string;
  /** The texts are HTML. */
  isRichText?: boolean;
};

/** Returns the key of a conflict, by which the server names its last change. Without a field, it is about a whole item. */
export const conflictKey = (item: string, field: string | undefined) => `${item} ${field ?? ''}`;

/** Merges a draft into a text that someone else has changed. By default, the draft wins. Returns undefined for unreadable texts. */
export type MergeDraft = (
  texts: { draft: string; base: string; theirs: string },
  choose?: (key: string) => Side,
) => { text: string; conflicts: ShownConflict[] } | undefined;

/** Shown for a row or column that one of the two has removed. */
export const REMOVED = 'Removed';
