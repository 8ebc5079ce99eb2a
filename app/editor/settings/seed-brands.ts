import { addressOf } from '#contract/own-pages.ts';
import { brandPath, SEED_FOLDER } from '#contract/seed-brands.ts';
import { isSameBrand } from '#shared/seed-brands.ts';
import { textIn, type Row, type Values } from './setting-draft.ts';

/** Returns brands after a change. The address of a brand follows its name until someone types one. */
export const withAddresses = (before: readonly Row[], after: readonly Row[]): readonly Row[] =>
  after.map((brand) => {
    const earlier = before.find(({ key }) => key === brand.key);
    const follows =
      earlier?.['name'] !== brand['name'] && earlier?.['address'] === addressOf(textIn(earlier?.['name']));
    return follows ? { ...brand, address: addressOf(textIn(brand['name'])) } : brand;
  });

/** Says where the page of a brand is, and what will lead there. */
export function addressNote(brand: Values, lists: { saved: readonly Row[]; brands: readonly Row[] }): string {
  const address = textIn(brand['address']);
  if (address === '') return `It follows ${SEED_FOLDER} in the address of the page.`;
  const earlier = earlierAddress(brand, lists);
  const note = `The page is at ${brandPath(address)}.`;
  return earlier === undefined ? note : `${note} Links to ${brandPath(earlier)} will lead there.`;
}

/** Returns the saved address of a brand whose links will lead to its new one; undefined if it has the same address. */
function earlierAddress(brand: Values, { saved, brands }: { saved: readonly Row[]; brands: readonly Row[] }) {
  const before = saved.find(({ key }) => key === brand['key']);
  const isSame = before && isSameBrand(namesOf(before), namesOf(brand));
  const isFree = brands.every(({ address }) => address !== before?.['address']);
  return isSame && isFree ? textIn(before['address']) : undefined;
}

const namesOf = ({ name, heading }: Values) => ({ name: textIn(name), heading: textIn(heading) });
