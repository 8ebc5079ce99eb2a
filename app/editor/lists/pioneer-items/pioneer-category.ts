import { NEW_ID_SUFFIX, uniqueId } from '#contract/item-id.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { conflictKey, mergeShowing, REMOVED } from '#app/editor/field/merge-draft.ts';
import { jsonForm } from '#app/editor/field/stored-form.ts';
import { mergeLists, type Conflict } from '#shared/merge-lists.ts';

export type DraftItem = { id: string; description: string };

export type PioneerCategory = { description: string; items: readonly DraftItem[] };

const isPair = (pair: readonly unknown[]) =>
  pair.length === 2 && pair.every((text) => typeof text === 'string');

/** Stores each item as a pair. */
export const CATEGORY_FORM = jsonForm<PioneerCategory>(
  (json) => {
    const { description, items } = json as { description: unknown; items: [string, string][] };
    if (typeof description !== 'string' || !items.every(isPair)) return undefined;
    return { description, items: items.map(([id, html]) => ({ id, description: html })) };
  },
  ({ description, items }) => ({ description, items: items.map(({ id, description: html }) => [id, html]) }),
);

/** Converts the stored items. Falls back to the built-in description. */
export function fromServer(items: readonly PioneerItem[], builtIn: string): PioneerCategory {
  return {
    description: items[0]?.categoryDescription ?? builtIn,
    items: items.map(({ id, description }) => ({ id, description })),
  };
}

export const newItem = (): DraftItem => ({ id: uniqueId() + NEW_ID_SUFFIX, description: '' });

export const isNew = ({ id }: Pick<DraftItem, 'id'>) => id.endsWith(NEW_ID_SUFFIX);

/** Returns true if a new item has no text, so that saving skips it. */
export const hasBlankNewItem = ({ items }: PioneerCategory) =>
  items.some((item) => isNew(item) && !hasVisibleText(item.description));

/**
 * Returns the changes to submit, without blank new items. Items deleted by other administrators are added again. The
 * description is stored with each item, so changing it alone sends the first item; `lacksItem` is true if there is
 * none.
 */
export function changesToSubmit(draft: PioneerCategory, saved: PioneerCategory) {
  const before = new Map(saved.items.map(({ id, description }) => [id, description]));
  const stored = draft.items.filter((item) => before.has(item.id));
  const added = draft.items.filter((item) => !before.has(item.id) && hasVisibleText(item.description));
  const changed = stored.filter(({ id, description }) => before.get(id) !== description);
  const updated = changed.length > 0 || added.length > 0 ? changed : stored.slice(0, 1);
  const lacksItem = draft.description !== saved.description && added.length === 0 && updated.length === 0;
  return { added, updated, lacksItem };
}

/** Id under which the description of a category is merged, as if it was one of the items. */
const CATEGORY_ID = 'category';
const toRows = ({ description, items }: PioneerCategory) => [{ id: CATEGORY_ID, description }, ...items];

/**
 * Merges the changes of two people to a category: its description, and its items by their ids. Items that are not stored
 * are last, where a save adds them.
 */
export const mergeCategories = mergeShowing<PioneerCategory, Conflict<DraftItem>>(
  ({ base, mine, theirs }, choose) => {
    const { rows } = mergeLists<DraftItem>(
      { base: toRows(base), mine: toRows(mine), theirs: toRows(theirs) },
      choose,
    );
    const stored = new Set(theirs.items.map(({ id }) => id));
    const items = rows.filter(({ id }) => id !== CATEGORY_ID);
    return {
      description: rows.find(({ id }) => id === CATEGORY_ID)?.description ?? '',
      items: [...items.filter(({ id }) => stored.has(id)), ...items.filter(({ id }) => !stored.has(id))],
    };
  },
  ({ id, field, mine, theirs }, versions) => {
    const positions = [versions.mine, versions.theirs].map(({ items }) =>
      items.findIndex((item) => item.id === id),
    );
    const number = (positions.find((at) => at !== -1) ?? 0) + 1;
    const isCategory = id === CATEGORY_ID;
    return {
      key: conflictKey(id, field),
      name: isCategory ? 'Category description' : `Item ${number}`,
      mine: mine?.description ?? REMOVED,
      theirs: theirs?.description ?? REMOVED,
      ...(!isCategory && { isRichText: true }),
    };
  },
);

/** Merges a draft into the saved state: changes since `base` win, everything else is taken from `saved`. */
export const rebase = (
  draft: PioneerCategory,
  base: PioneerCategory,
  saved: PioneerCategory,
): PioneerCategory => mergeCategories({ draft, base, theirs: saved })?.merged ?? draft;

export const withIds = (category: PioneerCategory, ids: ReadonlyMap<string, string>): PioneerCategory => ({
  ...category,
  items: category.items.map((item) => ({ ...item, id: ids.get(item.id) ?? item.id })),
});
