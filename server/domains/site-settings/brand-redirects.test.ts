import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeedBrand } from '#shared/seed-brands.ts';
import { saveBrandRedirects } from './brand-redirects.ts';

const aBrand = (address: string, name: string): SeedBrand => ({
  address,
  name,
  heading: `Seed of ${name}`,
  programs: [],
  categories: [],
  services: [],
});

async function redirectsAfter(before: SeedBrand[], after: SeedBrand[], earlier: [string, string][] = []) {
  const redirects = new Map(earlier);
  const store = {
    list: async () => new Map(redirects),
    save: async (address: string, target: string) => void redirects.set(address, target),
    remove: async (address: string) => void redirects.delete(address),
  };
  await saveBrandRedirects(store, before, after);
  return Object.fromEntries(redirects);
}

test('redirects a brand that takes the address of another one, whose address also changes', async () => {
  const [golden, acme] = [aBrand('golden', 'Golden Acres'), aBrand('acme', 'Acme')];
  const after = [
    { ...golden, address: 'acme' },
    { ...acme, address: 'acme-seed' },
  ];
  assert.deepEqual(await redirectsAfter([golden, acme], after, [['seed/old', 'seed/acme']]), {
    'seed/golden': 'seed/acme',
    'seed/old': 'seed/acme-seed',
  });
});

test('redirects from earlier addresses of brands that exchange their addresses, but not from these', async () => {
  const [golden, acme] = [aBrand('golden', 'Golden Acres'), aBrand('acme', 'Acme')];
  const after = [
    { ...golden, address: 'acme' },
    { ...acme, address: 'golden' },
  ];
  const earlier: [string, string][] = [
    ['seed/gold', 'seed/golden'],
    ['seed/old', 'seed/acme'],
  ];
  assert.deepEqual(await redirectsAfter([golden, acme], after, earlier), {
    'seed/gold': 'seed/acme',
    'seed/old': 'seed/golden',
  });
});

test('does not redirect to a brand that keeps its address and its name', async () => {
  const [golden, acme] = [aBrand('golden', 'Golden Acres'), aBrand('acme', 'Acme')];
  assert.deepEqual(await redirectsAfter([golden, acme], [{ ...acme, heading: golden.heading }]), {});
});
