/** Removal of a list item, with what its undo needs. */
export type Removal<Item extends { id: string }> = {
  /** The item as in the draft, with its unsaved edits. */
  item: Item;
  /** The item as it was stored; undefined if it was never stored, or is still stored. */
  saved: Item | undefined;
  /** Ids of the items before it, including those of earlier removals. */
  after: { draft: readonly string[]; saved: readonly string[] };
};

/** Nearest items before a removal to remember. A list of images can have thousands. */
const REMEMBERED_IDS = 200;

/** Returns the removal of an item, or undefined if no list contains it. `removals` are the earlier ones. */
export function removalOf<Item extends { id: string }>(
  id: string,
  {
    draft,
    saved,
    removals,
  }: { draft: readonly Item[]; saved: readonly Item[]; removals: readonly Removal<Item>[] },
): Removal<Item> | undefined {
  const stored = saved.find((each) => each.id === id);
  const item = draft.find((each) => each.id === id) ?? stored;
  if (!item) return undefined;
  const idsBefore = (list: readonly Item[], of: 'draft' | 'saved') => {
    const ids = removals
      .reduce<readonly Item[]>((all, removal) => withRestored(all, removal.item, removal.after[of]), list)
      .map((each) => each.id);
    const index = Math.max(0, ids.indexOf(id));
    return ids.slice(Math.max(0, index - REMEMBERED_IDS), index);
  };
  return {
    item,
    saved: stored,
    after: { draft: idsBefore(draft, 'draft'), saved: idsBefore(saved, 'saved') },
  };
}

/** Returns the list with an item after the nearest of the given ids, or in place of the item with the same id. */
export function withRestored<Each extends { id: string }>(
  list: readonly Each[],
  item: Each,
  after: readonly string[],
): Each[] {
  const known = list.findIndex(({ id }) => id === item.id);
  if (known !== -1) return list.with(known, item);
  const ids = list.map(({ id }) => id);
  const previous = after.findLast((id) => ids.includes(id));
  return list.toSpliced(previous === undefined ? 0 : ids.indexOf(previous) + 1, 0, item);
}

/** Entry of a list that shows removals in the places of the removed items. */
export type Entry<Item extends { id: string }> =
  | { id: string; item: Item; position: number; removal?: undefined }
  | { id: string; item?: undefined; position?: undefined; removal: Removal<Item> };

/** Returns the entries of a list, with the removals of items that are not back yet. */
export function withRemovals<Item extends { id: string }>(
  list: readonly Item[],
  removals: readonly Removal<Item>[],
): readonly Entry<Item>[] {
  const entries = list.map((item, position): Entry<Item> => ({ id: item.id, item, position }));
  const ids = new Set(list.map(({ id }) => id));
  return removals
    .filter(({ item }) => !ids.has(item.id))
    .reduce<readonly Entry<Item>[]>(
      (before, removal) => withRestored(before, { id: removal.item.id, removal }, removal.after.draft),
      entries,
    );
}
