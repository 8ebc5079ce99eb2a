import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { API } from '#contract/paths.ts';
import type { OwnPage } from '#contract/own-pages.ts';
import { httpClientOf, onSite, signIn, type HttpClient } from '#tests/support/http-client.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { demoSite, openTestSite } from '#tests/support/test-site.ts';

const aPage = (more: Partial<OwnPage> = {}): OwnPage => ({
  id: 'p1',
  address: 'careers',
  title: 'Careers',
  description: '',
  inMenu: true,
  hidden: false,
  blocks: [{ id: 'b1', kind: 'heading', level: 2, text: 'Open jobs' }],
  ...more,
});

/** Returns all of a response but its time. */
async function seen(client: HttpClient, url: string, headers = {}) {
  const { statusCode, body, headers: all } = await client.get(url, headers);
  const { date: _date, 'x-request-id': _id, ...rest } = all;
  return { statusCode, body, headers: rest };
}

const ADDRESSES = ['careers', 'feed', 'jobs'];
const PUBLIC = [
  ...PUBLIC_PAGES,
  ...ADDRESSES.flatMap((address) => [`/${address}`, `/${address}?from=menu`]),
  '/seed/golden',
  '/seed/prairie',
  '/gallery?page=2',
  '/news',
  '/board',
  '/cash-bids.html',
  '/price-sheet',

  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/no-such-page',
  API.documents,
  `${API.images}/0`,
  `${API.images}/1`,
  API.cashBids,
  API.locations,
  API.employees,
  `${API.priceTable}/1`,
  `${API.siteTexts}?ids=0,16`,
  `${API.pastPrices}?at=2026-11-20T05:00`,
];

const edits = fc.oneof(
  fc.record({
    type: fc.constant('page' as const),
    id: fc.constantFrom('p1', 'p2'),
    address: fc.constantFrom(...ADDRESSES),
    hidden: fc.boolean(),
    inMenu: fc.boolean(),
  }),
  fc.record({ type: fc.constant('no page' as const), id: fc.constantFrom('p1', 'p2') }),
  fc.record({ type: fc.constant('brand' as const), address: fc.constantFrom('golden', 'prairie') }),
  fc.record({ type: fc.constant('parts' as const), gallery: fc.boolean(), weather: fc.boolean() }),
  fc.record({ type: fc.constant('text' as const), text: fc.constantFrom('', '<p>Open</p>') }),
  fc.record({ type: fc.constant('undo' as const) }),
);
type Edit = typeof edits extends fc.Arbitrary<infer Each> ? Each : never;

async function done(sending: ReturnType<HttpClient['post']>) {
  const response = await sending;
  assert.equal(response.statusCode, 200, response.body);
  return response;
}

/** Makes an edit, which the server may reject. */
async function make(editor: HttpClient, edit: Edit): Promise<void> {
  switch (edit.type) {
    case 'page': {
      const { type: _type, ...fields } = edit;
      const added = await editor.post(API.ownPages, aPage(fields));
      if (added.statusCode !== 200) await editor.put(`${API.ownPages}/${edit.id}`, aPage(fields));
      break;
    }
    case 'no page':
      await editor.delete(`${API.ownPages}/${edit.id}`);
      break;
    case 'brand': {
      const categories = [
        { id: 'milo', categoryName: 'Milo', text: '', imageUrl: '/drawings/crops/wheat.svg' },
      ];
      const named = { name: 'Golden Acres', heading: 'Seed', address: edit.address };
      const brand = { ...named, programs: [], categories, services: [] };
      await done(editor.post(API.siteSettings, { values: { seedBrands: [brand] } }));
      break;
    }
    case 'parts': {
      const { type: _type, ...parts } = edit;
      await done(editor.post(API.siteSettings, { values: { parts: { ...demoSite().parts, ...parts } } }));
      break;
    }
    case 'text':
      await done(editor.post(API.saveSiteText, { configType: 'AnnouncementMessage', message: edit.text }));
      break;
    case 'undo': {
      const { entries } = (await editor.get(API.history)).json<{ entries: { id: string }[] }>();
      if (entries[0]) await editor.post(API.historyRestore, { changes: entries[0].id });
    }
  }
}

onSite(
  'responds like a server that has just started, whatever was hidden, renamed, or removed before',
  async ({ site, testDatabase, clock }) => {
    const editor = await signIn(site);
    const visitor = httpClientOf(site);
    const runs = fc.sample(fc.array(edits, { minLength: 3, maxLength: 8 }), { numRuns: 6, seed: 36 });
    for (const run of runs) {
      for (const edit of run) {
        await make(editor, edit);
        // Warm both caches.
        for (const url of PUBLIC) await visitor.get(url);
      }
      await using fresh = await openTestSite({
        seedContent: 'none',
        environment: testDatabase.environment,
        now: () => new Date(clock.ms),
      });
      for (const url of PUBLIC)
        assert.deepEqual(
          await seen(visitor, url),
          await seen(httpClientOf(fresh), url),
          `${url} after ${JSON.stringify(run)}`,
        );
    }
  },
);

onSite(
  'responds to a hidden address like to one that does not exist, whatever cookies say',
  async ({ site }) => {
    const editor = await signIn(site, {}, { address: '192.0.2.1' });
    await editor.post(API.ownPages, aPage({ hidden: true }));
    const visitor = httpClientOf(site, { address: '198.51.100.7' });
    const missing = await seen(visitor, '/no-such-page');
    assert.equal(missing.statusCode, 404);
    assert.deepEqual(await seen(visitor, '/careers'), missing);
    // More than the limit of invalid credentials of a network.
    for (let count = 0; count <= 110; count += 1) {
      const cookie = `session=${randomBytes(32).toString('base64url')}`;
      assert.deepEqual(await seen(visitor, '/careers', { cookie }), missing, `request ${count}`);
    }
    for (const url of ['/careers/', '/careers?a=b', '/price-sheet?at=2026-11-20T05:00'])
      for (const cookie of ['session=x', 'session=', `session=${'a'.repeat(43)}`])
        assert.deepEqual(await seen(visitor, url, { cookie }), await seen(visitor, url), `${url} ${cookie}`);
    assert.equal((await editor.get('/careers')).statusCode, 200);
  },
);
