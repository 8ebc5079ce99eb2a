import { NEW_ID_SUFFIX, uniqueId } from '#contract/item-id.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { withRestored } from '#app/editor/field/removals.ts';
import { mergeLists, type Choose, type Versions } from '#shared/merge-lists.ts';

export type DraftItem = { id: string; description: string };

export type PioneerCategory = { description: string; items: readonly DraftItem[] };

export function toText({ description, items }: PioneerCategory): string {
  return JSON.stringify({ description, items: items.map(({ id, description: html }) => [id, html]) });
}

export function toCategory(text: string): PioneerCategory | undefined {
  try {
    const value = JSON.parse(text) as { description?: unknown; items?: unknown } | null;
    if (typeof value?.description !== 'string' || !Array.isArray(value.items)) return undefined;
    const items = value.items.map((pair: unknown) => {
      const [id, description] = Array.isArray(pair) ? (pair as unknown[]) : [];
      if (typeof id !== 'string' || typeof description !== 'string') throw new TypeError('No item.');
      return { id, description };
    });
    return { description: value.description, items };
  } catch {
    return undefined;
  }
}

/** Converts the stored items. Falls back to the built-in description. */
export function fromServer(items: readonly PioneerItem[], builtIn: string): PioneerCategory {
  return {
    description: items[0]?.categoryDescription ?? builtIn,
    items: items.map(({ id, description }) => ({ id, description })),
  };
}

export const newItem = (id: string = uniqueId()): DraftItem => ({
  id: id + NEW_ID_SUFFIX,
  description: '',
});

export const isNew = ({ id }: Pick<DraftItem, 'id'>) => id.endsWith(NEW_ID_SUFFIX);

/** Returns true if a new item has no text, so that saving skips it. */
export const hasBlankNewItem = ({ items }: PioneerCategory) =>
  items.some((item) => isNew(item) && !hasVisibleText(item.description));

export const withoutItem = (category: PioneerCategory, id: string): PioneerCategory => ({
  ...category,
  items: category.items.filter((item) => item.id !== id),
});

/** Returns the category with an item after the nearest of the given ids. */
export const withItem = (
  category: PioneerCategory,
  item: DraftItem,
  after: readonly string[],
): PioneerCategory => ({ ...category, items: withRestored(category.items, item, after) });

export const withText = (category: PioneerCategory, id: string, description: string): PioneerCategory => ({
  ...category,
  items: category.items.map((item) => (item.id === id ? { id, description } : item)),
});

/**
 * Returns the changes to submit, without blank new items. Items deleted by other administrators are added again. The
 * description is stored with each item, so changing it alone sends the first item; `lacksItem` is true if there is
 * none.
 */
export function changesToSubmit(
  draft: PioneerCategory,
  saved: PioneerCategory,
): { added: readonly DraftItem[]; updated: readonly DraftItem[]; lacksItem: boolean } {
  const before = new Map(saved.items.map(({ id, description }) => [id, description]));
  const stored = draft.items.filter((item) => before.has(item.id));
  const added = draft.items
    .filter((item) => !before.has(item.id) && hasVisibleText(item.description))
    .map((item) => (isNew(item) ? item : { ...item, id: item.id + NEW_ID_SUFFIX }));
  const changed = stored.filter(({ id, description }) => before.get(id) !== description);
  const updated = changed.length > 0 || added.length > 0 ? changed : stored.slice(0, 1);
  const lacksItem = draft.description !== saved.description && added.length === 0 && updated.length === 0;
  return { added, updated, lacksItem };
}

/** Id under which the description of a category is merged, as if it was one of the items. */
export const CATEGORY_ID = 'category';

/**
 * Merges the changes of two people to a category: its description, and its items by their ids. Items that are not stored
 * are last, where a save adds them.
 */
export function mergeCategories(
  versions: Versions<PioneerCategory>,
  choose?: Choose<DraftItem>,
): PioneerCategory {
  const toRows = ({ description, items }: PioneerCategory) => [{ id: CATEGORY_ID, description }, ...items];
  const { base, mine, theirs } = versions;
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
}

/** Merges a draft into the saved state: changes since `base` win, everything else is taken from `saved`. */
export const rebase = (
  draft: PioneerCategory,
  base: PioneerCategory,
  saved: PioneerCategory,
): PioneerCategory => mergeCategories({ base, mine: draft, theirs: saved });

export const withIds = (category: PioneerCategory, ids: ReadonlyMap<string, string>): PioneerCategory => ({
  ...category,
  items: category.items.map(({ id, description }) => ({ id: ids.get(id) ?? id, description })),
});
