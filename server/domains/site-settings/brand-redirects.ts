import { brandPath, SEED_FOLDER } from '#contract/seed-brands.ts';
import type { Site } from '#contract/site.ts';
import type { createRedirectStore } from '#server/platform/database/redirect-store.ts';
import type { Issue } from '#server/platform/errors.ts';
import { findBrand, isSameBrand, RECOGNIZED_BY, type SeedBrand } from '#shared/seed-brands.ts';

/** Addresses of brands by their earlier ones, such as seed/golden-acres, among redirects of other pages. */
export type BrandRedirects = ReadonlyMap<string, string>;
type RedirectStore = ReturnType<typeof createRedirectStore>;
type Brands = readonly SeedBrand[];

/** Returns the path to which an earlier path of a brand leads; undefined if the brand is no longer sold. */
export function findBrandRedirect(redirects: BrandRedirects, site: Pick<Site, 'seedBrands'>, path: string) {
  if (!path.startsWith(SEED_FOLDER) || findBrand(site, path)) return undefined;
  const target = redirects.get(path.slice(1));
  return target !== undefined && findBrand(site, `/${target}`) ? `/${target}` : undefined;
}

/** Checks that new brands do not take an earlier address of another one, which old links lead to. */
export const checkEarlierAddresses = (redirects: BrandRedirects, before: Brands, after: Brands): Issue[] =>
  after.flatMap((brand, at) => {
    const target = redirects.get(keyOf(brand));
    const other = isIn(before, brand) ? undefined : after.find((each) => keyOf(each) === target);
    if (!other) return [];
    const message = `${brandPath(brand.address)} is an earlier address of ${other.name} and leads there. Choose another address for ${brand.name}.`;
    return [{ path: `/seedBrands/${at}/address`, message }];
  });

/** Stores redirects from the earlier addresses of brands that have another one now. */
export async function saveBrandRedirects(redirects: RedirectStore, before: Brands, after: Brands) {
  const added = after.filter((brand) => !isIn(before, brand));
  for (const brand of added) await redirects.remove(keyOf(brand));
  const known = await redirects.list();
  for (const [from, to] of findMoved(before, after)) {
    const earlier = [...known].flatMap(([key, target]) => (target === keyOf(from) ? [key] : []));
    // Another brand may have taken the address.
    const left = isIn(after, from) ? [] : [keyOf(from)];
    for (const key of [...earlier, ...left]) await redirects.save(key, keyOf(to));
  }
}

/** Returns the brands that are no longer at their address, each with the brand that it is now. */
function findMoved(before: Brands, after: Brands): Map<SeedBrand, SeedBrand> {
  const moved = new Map<SeedBrand, SeedBrand>();
  const gone = before.filter((brand) => !isInPlace(after, brand));
  const arrived = new Set(after.filter((brand) => !isInPlace(before, brand)));
  for (const field of RECOGNIZED_BY) {
    for (const brand of gone.filter((each) => !moved.has(each))) {
      const same = [...arrived].find((each) => isSameBrand(each, brand, [field]));
      if (!same) continue;
      moved.set(brand, same);
      arrived.delete(same);
    }
  }
  return moved;
}

/** The addresses of pages of administrators, whose redirects are in the same table, have no slash. */
const keyOf = ({ address }: SeedBrand) => brandPath(address).slice(1);
const isIn = (brands: Brands, { address }: SeedBrand) => brands.some((each) => each.address === address);
const isInPlace = (brands: Brands, brand: SeedBrand) =>
  brands.some((each) => each.address === brand.address && isSameBrand(each, brand));
