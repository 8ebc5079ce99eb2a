import type { PioneerItem } from '#contract/pioneer.ts';
import type { Site } from '#contract/site.ts';
import type { StoredPioneerItem } from './pioneer-store.ts';

/** An item with the description of its category: the one that is set, or else the built-in one. */
export function presentPioneerItem(
  { id, category, description }: StoredPioneerItem,
  descriptions: ReadonlyMap<number, string>,
  builtIn: (category: number) => string,
): PioneerItem {
  return {
    id,
    pioneerCategory: category,
    description,
    categoryDescription: descriptions.get(category) ?? builtIn(category),
  };
}

/** What the site file says of each category. */
export function builtInDescriptions({ pioneer }: Pick<Site, 'pioneer'>): (category: number) => string {
  const texts = new Map(
    pioneer.categories.map(({ category, longDescription }) => [category, longDescription]),
  );
  return (category) => texts.get(category) ?? '';
}
