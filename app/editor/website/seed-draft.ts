import { addressOf } from '#contract/own-pages.ts';
import { CROP_ID_MAX_LENGTH } from '#contract/seed-brands.ts';
import type { Site } from '#contract/site.ts';
import { isSameBrand } from '#shared/seed-brands.ts';

const SEED_LISTS = ['programs', 'categories', 'services'] as const;
export type SeedList = (typeof SEED_LISTS)[number];

/** Row of a list of a brand. Its key only keeps it apart from others while it is edited. */
export type SeedRow = { key: string; [column: string]: string | number | undefined };

/** A brand as its field edits it. Only Pioneer has `shown`, and only other brands have an `address`. */
export type BrandDraft = Record<SeedList, SeedRow[]> & {
  key: string;
  shown?: boolean;
  address?: string;
  name: string;
  heading: string;
};

type Value = Site['pioneer'] | Site['seedBrands'][number];

const withKey = <Each extends object>(value: Each, at: number) => ({ key: String(at), ...value });

const toBrand = (value: Value, at: number): BrandDraft =>
  withKey(
    {
      ...value,
      programs: value.programs.map(withKey),
      categories: (value.categories as object[]).map(withKey),
      services: value.services.map(withKey),
    },
    at,
  );

export const toPioneerText = (pioneer: Site['pioneer']): string => JSON.stringify(toBrand(pioneer, 0));
export const toBrandsText = (brands: Site['seedBrands']): string => JSON.stringify(brands.map(toBrand));

/** Returns the brand of a text. Throws SyntaxError for a broken draft, such as one from another release. */
export function toPioneer(text: string): object {
  return withoutKeys(assertBrand(JSON.parse(text)));
}

/** Like `toPioneer`, for a list of brands. */
export function toBrands(text: string): object[] {
  const brands = JSON.parse(text) as unknown;
  if (!Array.isArray(brands)) throw new SyntaxError('Not a list of brands.');
  return brands.map((brand) => withoutKeys(assertBrand(brand)));
}

/** Returns the brands of a text, of which Pioneer is the only one in its own; undefined for a broken draft. */
export function parseBrands(text: string): BrandDraft[] | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return (Array.isArray(value) ? value : [value]).map(assertBrand);
  } catch {
    return undefined;
  }
}

function assertBrand(value: unknown): BrandDraft {
  const brand = value as Partial<BrandDraft> | null;
  const isBrand =
    typeof brand?.key === 'string' &&
    typeof brand.name === 'string' &&
    typeof brand.heading === 'string' &&
    SEED_LISTS.every((list) => Array.isArray(brand[list]) && brand[list].every(isRow));
  if (!isBrand) throw new SyntaxError('Not a brand.');
  return brand as BrandDraft;
}

const isRow = (row: unknown): row is SeedRow => typeof (row as SeedRow | null)?.key === 'string';

function withoutKeys({ key: _key, programs, categories, services, ...brand }: BrandDraft): object {
  return {
    ...brand,
    ...(brand.address !== undefined && { address: brand.address.trim() }),
    programs: programs.map(withoutKey),
    categories: withCropIds(categories).map(withoutKey),
    services: services.map(withoutKey),
  };
}

const withoutKey = ({ key: _key, ...row }: SeedRow) => row;

/** Names new crops for the address of their page. Those of earlier crops stay, because other websites link to them. */
function withCropIds(crops: readonly SeedRow[]): SeedRow[] {
  const taken = new Set(crops.map((row) => textIn(row, 'id')));
  return crops.map((row) => {
    if (textIn(row, 'id') !== '') return row;
    const id = freeId(addressOf(textIn(row, 'categoryName')) || 'crop', taken);
    taken.add(id);
    return { ...row, id };
  });
}

function freeId(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : `-${count}`;
    const id = name.slice(0, CROP_ID_MAX_LENGTH - end.length).replace(/-+$/, '') + end;
    if (!taken.has(id)) return id;
  }
}

export const textIn = (row: SeedRow, column: string): string => String(row[column] ?? '');

/** Returns the smallest number of a Pioneer category that no crop has; undefined if all are taken. */
export function freeCategory(crops: readonly SeedRow[], numbers: readonly number[]): number | undefined {
  return numbers.find((number) => crops.every(({ category }) => category !== number));
}

/** Returns a brand with another name. Its address follows the name until someone types one. */
export function withName(brand: BrandDraft, name: string): BrandDraft {
  const follows = brand.address === addressOf(brand.name);
  return { ...brand, name, ...(follows && { address: addressOf(name) }) };
}

/** Returns the saved address of a brand whose links will lead to its new one; undefined if it has the same address. */
export function earlierAddress(
  brand: BrandDraft,
  { saved, brands }: { saved: readonly BrandDraft[]; brands: readonly BrandDraft[] },
): string | undefined {
  const before = saved.find(({ key }) => key === brand.key);
  const isSame = before && isSameBrand(before, brand);
  const isFree = brands.every(({ address }) => address !== before?.address);
  return isSame && isFree && brand.address ? before.address : undefined;
}
