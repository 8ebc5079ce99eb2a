import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoSite } from '#tests/support/test-site.ts';
import { seedTitle, splitAtAmount, withBrandTitles } from './seed-brands.ts';
import { isShown } from './site-parts.ts';

const site = demoSite();
const renamed = { ...site.pioneer, name: 'Golden Acres' };

test('splitAtAmount finds the first percentage or amount in dollars, with its punctuation', () => {
  for (const [text, before, amount, after] of [
    ['save up to 15% on crop protection.', 'save up to', '15%', 'on crop protection.'],
    ['get $1,250.50 back', 'get', '$1,250.50', 'back'],
    ['save 7.5 %.', 'save', '7.5 %.', ''],
    ['5% first, 10% later', '', '5%', 'first, 10% later'],
    ['ask in 2026', 'ask in 2026', '', ''],
  ] as const)
    assert.deepEqual(splitAtAmount(text), { before, amount, after });
});

test('seedTitle adds “Seed” unless the name ends with it', () => {
  assert.deepEqual(['Pioneer', 'Acme Seeds', 'ACME SEED', 'Seedway'].map(seedTitle), [
    'Pioneer Seed',
    'Acme Seeds',
    'ACME SEED',
    'Seedway Seed',
  ]);
});

test('the title follows the name of the brand, unless the settings have another', () => {
  const brands = { pioneer: renamed, seedBrands: [] };
  for (const title of ['Pioneer', 'Pioneer Seed']) {
    const titles = { ...site.titles, '/pioneer': title };
    assert.equal(withBrandTitles(titles, brands)['/pioneer'], 'Golden Acres Seed');
    assert.equal(withBrandTitles(titles, site)['/pioneer'], title);
  }
  const own = { ...site.titles, '/pioneer': 'Our seed' };
  assert.equal(withBrandTitles(own, brands)['/pioneer'], 'Our seed');
});

test('isShown answers for each form of the address of a brand', () => {
  const brand = {
    address: 'acme',
    name: 'Acme',
    heading: 'Acme',
    programs: [],
    categories: [],
    services: [],
  };
  const shown = { ...site, pioneer: { ...site.pioneer, shown: false }, seedBrands: [brand] };
  for (const address of ['/pioneer', '/pioneer/', '/pioneer?category=corn-product#chosen'])
    assert.deepEqual([isShown(site, address), isShown(shown, address)], [true, false], address);
  for (const address of ['/seed/acme', '/seed/acme/', '/seed/acme?category=x#chosen'])
    assert.deepEqual([isShown(site, address), isShown(shown, address)], [false, true], address);
  assert.ok(isShown(shown, '/seed'), 'A page of administrators can have this address.');
});
