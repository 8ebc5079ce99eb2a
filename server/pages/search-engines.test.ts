import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoSite } from '#tests/support/test-site.ts';
import { sitemapOf } from './search-engines.ts';

test('lists each page of the gallery, and none of one that is off', () => {
  const site = demoSite();
  const listed = (gallery: boolean) =>
    sitemapOf({ ...site, parts: { ...site.parts, gallery } }, { galleryPages: 3, ownPages: [] })
      .match(/\/gallery[^<]*/g)
      ?.join(' ');
  assert.equal(listed(true), '/gallery /gallery?page=2 /gallery?page=3');
  assert.equal(listed(false), undefined);
});
