import type { PioneerItem } from '#contract/pioneer.ts';
import type { Site } from '#contract/site.ts';
import type { StoredPioneerItem } from './pioneer-store.ts';

/** Returns an item with its category's description: the stored one, or else the one from the site file. */
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

export function builtInDescriptions({ pioneer }: Pick<Site, 'pioneer'>): (category: number) => string {
  const texts = new Map(
    pioneer.categories.map(({ category, longDescription }) => [category, longDescription]),
  );
  return (category) => texts.get(category) ?? '';
}
