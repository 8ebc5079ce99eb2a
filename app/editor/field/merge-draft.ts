import type { Side, Versions } from '#shared/merge-lists.ts';

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

/** What a merge makes of the versions of a value, of which `draft` is mine. */
type Merged<Value = string> = { merged: Value; conflicts: ShownConflict[] };

/** Merges a draft into what someone else has changed. By default, the draft wins. Returns undefined if that is impossible. */
export type MergeDraft<Value = string> = (
  versions: { draft: Value; base: Value; theirs: Value },
  choose?: (key: string) => Side,
) => Merged<Value> | undefined;

/** Like `MergeDraft`, of a field that cannot tell what conflicts. */
export type MergeTexts<Value = string> = (versions: {
  draft: Value;
  base: Value;
  theirs: Value;
}) => Value | undefined;

/** Shown for a row or column that one of the two has removed. */
export const REMOVED = 'Removed';

/** Creates the function that merges drafts by `merge`, and shows each conflict as `show` says. */
export const mergeShowing =
  <Value, Conflict>(
    merge: (versions: Versions<Value>, decide: (conflict: Conflict) => Side) => Value,
    show: (conflict: Conflict, versions: Versions<Value>) => ShownConflict,
  ): MergeDraft<Value> =>
  ({ draft, base, theirs }, choose = () => 'mine') => {
    const versions = { base, mine: draft, theirs };
    const conflicts: ShownConflict[] = [];
    const merged = merge(versions, (conflict) => {
      const shown = show(conflict, versions);
      conflicts.push(shown);
      return choose(shown.key);
    });
    return { merged, conflicts };
  };
