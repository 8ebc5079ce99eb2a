import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoSite } from '#tests/support/test-site.ts';
import { menuOf } from './menu.ts';

const { pioneer, parts } = demoSite();
const site = { parts: { ...parts, gallery: false }, pioneer: { ...pioneer, name: 'Acres' }, seedBrands: [] };
const noPages = { isShown: () => false, findRedirect: () => undefined, listShown: () => [] };
const findRedirect = (path: string) => (path === '/seed/old' ? '/products' : undefined);

test('renames standard links to Pioneer, follows moved brands, and leaves out what is not shown', () => {
  const navigation = [
    { label: 'Pioneer', to: '/pioneer' },
    { label: 'Seed', to: '/pioneer' },
    { label: 'Pioneer', to: '/about-us', links: [{ label: 'Pioneer', to: '/pioneer' }] },
    { label: 'Old brand', to: '/seed/old#corn' },
    { label: 'More', links: [{ label: 'Gallery', to: '/gallery' }] },
  ];
  assert.deepEqual(menuOf({ ...site, navigation }, noPages, findRedirect), [
    { label: 'Acres', to: '/pioneer' },
    { label: 'Seed', to: '/pioneer' },
    { label: 'Pioneer', to: '/about-us', links: [{ label: 'Acres', to: '/pioneer' }] },
    { label: 'Old brand', to: '/products#corn' },
  ]);
});
