import { hasVisibleText } from '#contract/rich-text.ts';
import type { RowListRecord } from '#app/editor/lists/row-list.ts';
import { CATEGORY_FORM, mergeCategories, type DraftItem, type PioneerCategory } from './pioneer-category.ts';
import type { createCategoryApi } from './submit-items.ts';

export type CategoryApi = ReturnType<typeof createCategoryApi>;

export const pioneerFieldOf = (category: number) => `pioneer-items-${category}`;

/** Describes the list of items of a category. */
export const categoryList = (section: string, category: number, api: CategoryApi) =>
  ({
    ...api,
    section,
    field: pioneerFieldOf(category),
    subject: `pioneer-category:${category}`,
    form: CATEGORY_FORM,
    merge: mergeCategories,
    rowsIn: ({ items }) => items,
    withRows: (before, items) => ({ ...before, items }),
    isBlank: ({ description }) => !hasVisibleText(description),
    nameOf,
    inputId: (id) => `seed-item-${id}`,
  }) satisfies RowListRecord<PioneerCategory, DraftItem>;

/** Returns the first words of an item, as its name in messages. */
function nameOf({ description }: DraftItem): string {
  const words = firstWords(description);
  return words === '' ? 'Item' : `“${words}”`;
}

export function firstWords(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const text = [...body.children].map(({ textContent }) => textContent.trim()).find(Boolean);
  if (!text) return '';
  const [start] = /^.{1,40}/su.exec(text) ?? [text];
  return start === text ? text : `${start.trimEnd()}…`;
}
