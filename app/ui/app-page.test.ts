import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoSite } from '#tests/support/test-site.ts';
import { isAppPage } from './app-page.ts';

const PAGES = '/ /products /products/ /products/#fertHeader /pioneer?category=corn-product /admin'.split(' ');
const OTHERS =
  '/cash-bids.html /board /board/ /price-sheet?print /news /news#corn /weather-detail/ /robots.txt /credit.pdf /constructor https://example.com/ https://example.com/products'.split(
    ' ',
  );

test('is true only for pages that need no full load', () => {
  const { titles } = demoSite();
  for (const to of PAGES) assert.equal(isAppPage(to, titles), true, to);
  for (const to of OTHERS) assert.equal(isAppPage(to, titles), false, to);
});
