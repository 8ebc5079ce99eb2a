import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageEntry, RenderedPage } from '#shared/page-content.ts';
import type { Snapshot } from '#server/platform/content/content-cache.ts';
import type { Content } from '#server/domains/domains.ts';
import { createServices } from '#server/domains/services.ts';
import { readElements } from '#tests/support/html.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { createPageRenderer } from './page-renderer.ts';
import { UNUSED_IMAGE_SERVICES } from '#tests/support/unused-image-services.ts';

test('reports the version from the start of rendering when the content changes during it', async () => {
  const content = aContent(7);
  const renderer = aRenderer(content, {
    renderPage: async () => {
      content.set(8);
      return { ...A_PAGE, title: 'Home' };
    },
    renderCashBids: async () => {
      content.set(9);
      return { title: 'Bids', html: '' };
    },
  });
  const page = await renderer.render('/');
  const state = readElements(page.html).find(({ attributes }) => attributes['id'] === 'page-state');
  assert.equal((JSON.parse(state?.text ?? '') as { contentVersion: string }).contentVersion, '7-0a1b2c3d');
  assert.equal(page.headers['content-version'], 7);
  assert.equal((await renderer.render('/cash-bids.html')).headers['content-version'], 8);
});

test('has the keys of pages and of seed categories, and no others', () => {
  const renderer = aRenderer(aContent(1), { paths: ['/', '/store', '/pioneer'] });
  for (const key of ['/', '/store', '/cash-bids.html', '/pioneer', '/pioneer?category=corn-product']) {
    assert.ok(renderer.has(key), key);
  }
  for (const key of ['', '/Store', '//', '__proto__', '/cash-bids', '?/store']) {
    assert.ok(!renderer.has(key), key);
  }
  for (const key of ['/pioneer?category=', '/pioneer?category=tobacco', '/pioneer?category=__proto__']) {
    assert.ok(!renderer.has(key), key);
  }
});

/** Pages are rendered from memory, without a database. */
const NO_DATABASE = undefined as never;

function aContent(version: number) {
  let now = version;
  const snapshot = (): Snapshot<Content> => ({
    version: now,
    epoch: '0a1b2c3d',
    siteSettings: new Map(),
    brandRedirects: new Map(),
    siteTexts: new Map(),
    richTexts: new Map(),
    hoursChangedAt: new Map(),
    cashBids: { asOf: null, bids: [] },
    bidIds: [],
    bidTimes: [],
    bidLocations: new Map(),
    bidList: { commodities: [], bids: [] },
    employees: [],
    locations: [],
    priceTables: new Map(),
    pioneerItems: [],
    pioneerDescriptions: new Map(),
    documents: { inOrder: [], byId: new Map() },
    images: { inOrder: [], places: new Map(), ofType: new Map(), fileNames: new Set() },
    ownPages: { inOrder: [], byAddress: new Map(), redirects: new Map() },
    isDemo: false,
  });
  return {
    snapshot,
    set: (next: number) => (now = next),
    age: () => undefined,
    epochAt: async () => '0a1b2c3d',
    refreshForMissing: async () => undefined,
    isAvailable: () => true,
    refresh: async () => {},
    write: assert.fail as never,
    onChange: () => {},
    close: async () => {},
  };
}

const A_PAGE: RenderedPage = {
  status: 200,
  title: '',
  html: '',
  path: '/',
  content: undefined,
};

function aRenderer(content: ReturnType<typeof aContent>, entry: Partial<PageEntry>) {
  return createPageRenderer({
    entry: {
      paths: ['/', '/store'],
      renderPage: async () => A_PAGE,
      renderCashBids: async () => ({ title: '', html: '' }),
      renderPastPrices: async () => ({ title: '', html: '' }),
      renderPriceSheet: async () => ({ title: '', html: '' }),
      renderWallBoard: async () => ({ title: '', html: '' }),
      ...entry,
    },
    services: createServices({ content, database: NO_DATABASE, site: demoSite(), ...UNUSED_IMAGE_SERVICES }),
    assets: {
      find: () => undefined,
      inlined: (url) => url,
      site: { scripts: ['/assets/site.js'], fonts: [] },
      styleOf: () => ({ style: 'p{}', files: [] }),
      scriptsOf: () => [],
      cashBids: { style: 'td{}' },
      pastPrices: { style: '' },
      priceSheet: { style: '' },
      vendorFrame: { style: '' },
      wallBoard: { style: '', scripts: [] },
    },
    headers: {},
  });
}
