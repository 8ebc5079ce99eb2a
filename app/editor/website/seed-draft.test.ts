import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoSite } from '#tests/support/test-site.ts';
import {
  earlierAddress,
  freeCategory,
  parseBrands,
  toBrands,
  toBrandsText,
  toPioneer,
  toPioneerText,
  withName,
  type BrandDraft,
} from './seed-draft.ts';

const { pioneer } = demoSite();

const BRAND = {
  address: 'prairie-gold',
  name: 'Prairie Gold',
  heading: 'Seed for dry ground',
  programs: [],
  categories: [
    {
      id: 'milo',
      categoryName: 'Milo',
      text: 'Early',
      imageUrl: '/drawings/crops/sorghum.svg',
      imageId: 'a1',
    },
  ],
  services: [],
};

function pioneerDraft(): BrandDraft {
  const [brand] = parseBrands(toPioneerText(pioneer)) ?? [];
  assert.ok(brand);
  return brand;
}

test('keeps lists that are emptied, which would otherwise get their defaults', () => {
  const empty = { ...pioneer, programs: [], categories: [], services: [] };
  assert.deepEqual(toPioneer(toPioneerText(empty)), empty);
  assert.deepEqual(toBrands(toBrandsText([])), []);
});

test('returns a brand as it was serialized', () => {
  assert.deepEqual(toBrands(toBrandsText([BRAND])), [BRAND]);
});

test('removes an image that is no longer chosen', () => {
  const [brand] = parseBrands(toBrandsText([BRAND])) ?? [];
  const categories = brand!.categories.map((crop) => ({ ...crop, imageId: undefined }));
  const [{ imageId: _, ...crop } = BRAND.categories[0]!] = BRAND.categories;
  assert.deepEqual(toBrands(JSON.stringify([{ ...brand, categories }])), [{ ...BRAND, categories: [crop] }]);
});

test('names new crops for their web address, each differently, and keeps the names of earlier ones', () => {
  const draft = pioneerDraft();
  const added = ['Corn Product', 'Corn product!', '???', ' '].map((categoryName, at) => ({
    key: `new-${at}`,
    id: '',
    categoryName,
  }));
  const renamed = draft.categories.map((crop) => ({ ...crop, categoryName: 'Renamed' }));
  const value = toPioneer(JSON.stringify({ ...draft, categories: [...renamed, ...added] }));
  const ids = (value as { categories: { id: string }[] }).categories.map(({ id }) => id);
  assert.deepEqual(
    ids.slice(0, 8),
    pioneer.categories.map(({ id }) => id),
  );
  assert.deepEqual(ids.slice(8), ['corn-product-2', 'corn-product-3', 'crop', 'crop-2']);
});

test('shortens the web address of a crop with a long name to what the server accepts', () => {
  const draft = pioneerDraft();
  const categoryName = `${'x'.repeat(39)} y`;
  const categories = [1, 2].map((at) => ({ key: `new-${at}`, id: '', categoryName }));
  const value = toPioneer(JSON.stringify({ ...draft, categories })) as { categories: { id: string }[] };
  const shown = value.categories.map(({ id }) => id);
  assert.deepEqual(shown, ['x'.repeat(39), `${'x'.repeat(38)}-2`]);
});

test('rejects a draft that is not that of brands', () => {
  for (const text of ['', '{', 'null', '5', '[null]', '{"name":"X"}', '{"name|0":"flat"}']) {
    assert.equal(parseBrands(text), undefined, text);
    assert.throws(() => toPioneer(text), SyntaxError, text);
    if (text !== '') assert.throws(() => toBrands(text), SyntaxError, text);
  }
});

test('gives a new Pioneer crop the first number that is free', () => {
  const numbers = [0, 1, 2];
  const freeAmong = (...taken: number[]) =>
    freeCategory(
      taken.map((category) => ({ key: `${category}`, category })),
      numbers,
    );
  assert.deepEqual([freeAmong(), freeAmong(0, 2), freeAmong(0, 1, 2)], [0, 1, undefined]);
});

test('changes the address with the name until someone types another address', () => {
  const [brand] = parseBrands(toBrandsText([{ ...BRAND, name: '', address: '' }])) ?? [];
  const named = withName(brand!, 'Golden Acres');
  assert.equal(named.address, 'golden-acres');
  assert.equal(withName({ ...named, address: 'acres' }, 'Golden Acre').address, 'acres');
  assert.equal(withName(pioneerDraft(), 'Golden Acres').address, undefined);
});

test('returns the earlier address of a renamed brand, which the server recognizes by its name or heading', () => {
  const saved = parseBrands(
    toBrandsText([BRAND, { ...BRAND, address: 'acme', name: 'Acme', heading: 'Acme' }]),
  );
  const [gold, acme] = saved ?? [];
  assert.ok(saved && gold && acme);
  const earlierOf = (changed: Partial<BrandDraft>, second: Partial<BrandDraft> = {}) => {
    const brand = { ...gold, ...changed };
    return earlierAddress(brand, { saved, brands: [brand, { ...acme, ...second }] });
  };
  assert.equal(earlierOf({}), undefined);
  assert.equal(earlierOf({ address: 'gold' }), 'prairie-gold');
  assert.equal(earlierOf({ address: 'gold', name: 'Gold' }), 'prairie-gold');
  assert.equal(earlierOf({ address: 'gold', name: 'Gold', heading: 'Gold' }), undefined);
  assert.equal(earlierOf({ address: 'gold' }, { address: 'prairie-gold' }), undefined);
  assert.equal(earlierOf({ address: '' }), undefined);
  assert.equal(earlierOf({ key: 'new', address: 'gold' }), undefined);
});
