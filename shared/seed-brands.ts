import { brandPath, PIONEER_NAME, PIONEER_PAGE } from '#contract/seed-brands.ts';
import { CATEGORY_PARAMETER, isHiddenWhenEmpty } from '#contract/pioneer.ts';
import type { Site } from '#contract/site.ts';

export type SeedBrand = Site['seedBrands'][number];
type Brands = Pick<Site, 'pioneer' | 'seedBrands'>;

/** Returns the brand whose page has a path; undefined for Pioneer, which has items. */
export const findBrand = ({ seedBrands }: Pick<Site, 'seedBrands'>, path: string): SeedBrand | undefined =>
  seedBrands.find(({ address }) => brandPath(address) === path);

/** Fields by which a brand with a new address is recognized, in this order, because brands have no id. */
export const RECOGNIZED_BY = ['name', 'heading'] as const;

/** Returns true if two brands agree in any of the fields. */
export const isSameBrand = (
  one: Pick<SeedBrand, 'name' | 'heading'>,
  other: Pick<SeedBrand, 'name' | 'heading'>,
  fields: readonly (typeof RECOGNIZED_BY)[number][] = RECOGNIZED_BY,
): boolean => fields.some((field) => one[field].trim() === other[field].trim());

/** Returns the path of the page of a brand with a chosen crop. */
export const cropPath = (page: string, id: string) => `${page}?${CATEGORY_PARAMETER}=${id}`;

/** Returns the paths of the crops that search engines may index. Some of Pioneer only show if they have items. */
export function cropPaths({ pioneer, seedBrands }: Brands): string[] {
  const ofPioneer = pioneer.shown ? pioneer.categories.filter((crop) => !isHiddenWhenEmpty(crop)) : [];
  return [
    ...ofPioneer.map(({ id }) => cropPath(PIONEER_PAGE, id)),
    ...seedBrands.flatMap(({ address, categories }) =>
      categories.map(({ id }) => cropPath(brandPath(address), id)),
    ),
  ];
}

/** Returns the title of the page of a brand, such as "Golden Acres Seed". */
export const seedTitle = (name: string): string => (/\bseeds?$/i.test(name.trim()) ? name : `${name} Seed`);

/** The title by default, and that of earlier site files. */
const STANDARD_TITLES = [PIONEER_NAME, seedTitle(PIONEER_NAME)];

/** Returns the page titles with those of the brands. A standard title of the Pioneer page follows the name of a renamed brand. */
export function withBrandTitles(titles: Site['titles'], { pioneer, seedBrands }: Brands) {
  const own = titles[PIONEER_PAGE];
  return {
    ...titles,
    [PIONEER_PAGE]:
      pioneer.name !== PIONEER_NAME && STANDARD_TITLES.includes(own) ? seedTitle(pioneer.name) : own,
    ...Object.fromEntries(seedBrands.map(({ address, name }) => [brandPath(address), seedTitle(name)])),
  };
}

/** Parts of a text around its first percentage or amount in dollars, such as 15%, which shows larger. */
export function splitAtAmount(text: string): { before: string; amount: string; after: string } {
  const [, before = text, amount = '', after = ''] =
    /^(.*?)((?:\$\d[\d,]*(?:\.\d+)?|\d+(?:\.\d+)?\s?%)[.,;:!]?)(.*)$/s.exec(text) ?? [];
  return { before: before.trim(), amount, after: after.trim() };
}
