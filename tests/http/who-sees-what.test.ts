import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Document } from '#contract/documents.ts';
import type { Image } from '#contract/images.ts';
import * as fc from 'fast-check';
import { API } from '#contract/paths.ts';
import type { OwnPage } from '#contract/own-pages.ts';
import { httpClientOf, onSite, signIn, type HttpClient } from '#tests/support/http-client.ts';
import { addDocument, aPdf } from '#tests/support/test-documents.ts';
import { addImage, aTestImage, upload, urlsOf } from '#tests/support/test-images.ts';
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
  '/today.webmanifest',
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

const blocksWith = (...ids: [documentId: string, imageId: string, linked: Document]): OwnPage['blocks'] => [
  { id: 'b1', kind: 'documents', documentIds: [ids[0]] },
  { id: 'b2', kind: 'picture', imageId: ids[1], caption: '' },
  { id: 'b3', kind: 'text', html: `<p><a href="${ids[2].url}">Form</a></p>` },
];

onSite('shows documents and unlisted images to visitors only where a page shows them', async ({ site }) => {
  const editor = await signIn(site, {}, { address: '192.0.2.1' });
  const visitor = httpClientOf(site);
  const unused = await addDocument(editor, aPdf('unused'), { audience: 'pages' });
  const shown = await addDocument(editor, aPdf('shown'), { audience: 'pages' });
  const linked = await addDocument(editor, aPdf('linked'), { audience: 'pages' });
  const [jpeg, other] = [
    await aTestImage().jpeg().toBuffer(),
    await aTestImage({ left: '#00c000' }).jpeg().toBuffer(),
  ];
  const image = await addImage(editor, jpeg);
  const hidden = await addImage(editor, other, { fileName: 'b.jpg' });
  const setImage = (audience: string) =>
    done(editor.post(API.describeImage, { imageId: hidden.imageId, audience }));
  await setImage('pages');
  const files = [shown.url, linked.url, ...urlsOf(hidden)];
  const idsIn = async (url: string, client = visitor) =>
    (await client.get(url))
      .json<{ id?: string; imageId?: string }[]>()
      .map(({ id, imageId }) => id ?? imageId);
  const cookie = `session=${'a'.repeat(43)}`;

  /** Checks who gets the files, and what lists have. */
  async function check(isShown: boolean) {
    const missing = await seen(visitor, `/documents/${'0'.repeat(16)}/a.pdf`);
    const missingImage = await seen(visitor, '/images/none-0123456789abcdef.jpg');
    // At the same time, because requests for what is missing wait for the database together.
    const checks = [...files, unused.url].map(async (url) => {
      const isVisible = isShown && url !== unused.url;
      const expected = url.startsWith('/images') ? missingImage : missing;
      const asked = await Promise.all(
        [{}, { cookie }, { 'if-none-match': '*' }].map((each) => seen(visitor, url, each)),
      );
      if (isVisible)
        assert.deepEqual([asked[0]?.statusCode, asked[0]?.headers['cache-control']], [200, 'no-cache']);
      else for (const each of asked) assert.deepEqual(each, expected, url);
      const { statusCode, headers } = await editor.get(url);
      assert.equal(statusCode, 200, url);
      if (!isVisible) assert.equal(headers['cache-control'], 'private, no-store');
    });
    await Promise.all(checks);
    assert.deepEqual(await idsIn(API.documents), isShown ? [shown.id, linked.id] : []);
    assert.deepEqual(await idsIn(API.documents, editor), [unused.id, shown.id, linked.id]);
    assert.equal((await editor.get(API.documents)).headers['cache-control'], 'private, no-store');
    assert.deepEqual(
      await idsIn(API.documents),
      isShown ? [shown.id, linked.id] : [],
      'after an administrator',
    );
    for (const type of [0, 1]) assert.ok(!(await idsIn(`${API.images}/${type}`)).includes(hidden.imageId));
    assert.equal(
      (await visitor.get(image.imageUrl)).headers['cache-control'],
      'public, max-age=31536000, immutable',
    );
  }

  const page = aPage({ hidden: true, blocks: blocksWith(shown.id, hidden.imageId, linked) });
  const save = (more: Partial<OwnPage>) => done(editor.put(`${API.ownPages}/p1`, { ...page, ...more }));
  await check(false);
  await done(editor.post(API.ownPages, page));
  await check(false);
  await save({ hidden: false });
  await check(true);
  assert.match((await visitor.get('/careers')).body, new RegExp(hidden.imageId));
  await save({ hidden: true });
  await check(false);
  await save({ hidden: false });
  await done(editor.delete(`${API.ownPages}/p1`));
  await check(false);

  await setImage('link');
  await done(editor.post(API.nameDocument, { id: shown.id, audience: 'link' }));
  await done(editor.post(API.nameDocument, { id: linked.id, audience: 'link' }));
  await check(true);
  const unlisted = (await editor.get(API.unlistedImages)).json<Image[]>();
  assert.deepEqual(
    unlisted.map(({ imageId, audience }) => [imageId, audience]),
    [[hidden.imageId, 'link']],
  );
  assert.equal((await visitor.get(API.unlistedImages)).statusCode, 401);
  await setImage('everyone');
  assert.deepEqual(await idsIn(`${API.images}/0`), [image.imageId, hidden.imageId]);
  await done(editor.delete(`${API.deleteDocument}/${linked.id}`));
  assert.equal((await editor.get(linked.url)).statusCode, 404);
});

onSite(
  'shows the former version of an image to visitors for minutes, then to administrators',
  async ({ site, clock }) => {
    const editor = await signIn(site);
    const visitor = httpClientOf(site);
    const before = await addImage(editor, await aTestImage().jpeg().toBuffer());
    const green = await aTestImage({ left: '#00c000' }).jpeg().toBuffer();
    const { imageUrl } = await upload(editor, green, { fileName: 'new.jpg' });
    await done(editor.post(API.replaceImage, { imageId: before.imageId, imageUrl }));
    const [after] = (await visitor.get(`${API.images}/0`)).json<Image[]>();
    const statusesOf = (client: HttpClient, image = before) =>
      Promise.all(urlsOf(image).map(async (url) => (await client.get(url)).statusCode));
    const all = (status: number) => urlsOf(before).map(() => status);
    assert.deepEqual(await statusesOf(visitor), all(200));
    assert.equal((await visitor.get(before.imageUrl)).headers['cache-control'], 'no-cache');
    clock.ms += 4 * 60_000;
    assert.deepEqual(await statusesOf(visitor), all(200));
    clock.ms += 2 * 60_000;
    assert.deepEqual(await statusesOf(visitor), all(404));
    assert.deepEqual(await seen(visitor, before.imageUrl), await seen(visitor, '/images/none.jpg'));
    assert.deepEqual(await statusesOf(editor), all(200));
    assert.equal((await editor.get(before.screenUrl)).headers['cache-control'], 'private, no-store');
    assert.deepEqual(await statusesOf(visitor, after), all(200));
    // A new crop replaces only the squares.
    await done(editor.post(API.focusImage, { imageId: before.imageId, focus: { x: 1, y: 1 } }));
    clock.ms += 6 * 60_000;
    assert.equal((await visitor.get(after?.squareUrls.fallback ?? '')).statusCode, 404);
    assert.equal((await visitor.get(after?.screenUrl ?? '')).statusCode, 200);
  },
);
