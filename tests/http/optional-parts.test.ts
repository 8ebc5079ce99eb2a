import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { MESSAGES } from '#contract/messages.ts';
import type { Site } from '#contract/site.ts';
import { readElements, textsOf } from '#tests/support/html.ts';
import { demoSite, openTestSite, type TestSite } from '#tests/support/test-site.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';

let site: TestSite;
before(async () => {
  site = await openTestSite();
});
afterEach(() => site.reset());
after(() => site[Symbol.asyncDispose]());

type Part = keyof Site['parts'];

const without = (...parts: Part[]) =>
  site.change({
    settings: {
      parts: { ...demoSite().parts, ...Object.fromEntries(parts.map((part) => [part, false])) },
    },
  });

const get = (url: string) => site.app.inject(url);
const bodyOf = async (url: string) => (await get(url)).body;

/** Returns what visitors see and follow, without the data for the page's script. */
const markupOf = async (url: string) =>
  (await bodyOf(url)).replace(/<script type="application\/json".*/s, '');

const linksOf = async (url: string) =>
  readElements(await markupOf(url)).flatMap(({ attributes }) => [
    ...(attributes['href'] ? [attributes['href']] : []),
    ...(attributes['src'] ? [attributes['src']] : []),
  ]);

const ALL = [...PUBLIC_PAGES, '/future-market-overview', '/news', '/weather-overview', '/price-sheet'];

const OFF: readonly [part: Part, pages: readonly string[], links: RegExp][] = [
  ['gallery', ['/gallery', '/gallery/', '/gallery?page=1', '/gallery?page=2'], /^\/gallery/],
  ['merchandise', ['/store', '/store/'], /^\/store/],
  ['weather', ['/weather', '/weather-overview', '/weather-detail', '/weather/'], /^\/weather|windy/],
  ['fertilizer', [], /fertHeader/],
  ['fuel', [], /fuelHeader/],
  ['film', [], /film/],
  ['exchanges', [], /cmegroup|exchange-/],
];

for (const [part, pages, links] of OFF) {
  test(`links nowhere to the part ${part} when it is off, and shows “not found” at its addresses`, async () => {
    // Fill the caches.
    for (const url of [...pages, '/sitemap.xml']) await get(url);
    await without(part);
    for (const page of pages) {
      const { statusCode, body } = await get(page);
      assert.equal(statusCode, 404, page);
      assert.deepEqual(textsOf(body, 'h1'), [MESSAGES.notFound], page);
      assert.match(textsOf(body, 'title').join(), /^Page not found/);
      assert.ok(body.includes('<meta name="robots" content="noindex">'), page);
    }
    for (const url of [...ALL, '/no-such-page']) {
      const found = (await linksOf(url)).filter((link) => links.test(link));
      assert.deepEqual(found, [], url);
    }
    const sitemap = await bodyOf('/sitemap.xml');
    for (const page of pages) assert.ok(!sitemap.includes(`example.com${page}<`), page);
  });
}

test('sends no file of the video when it is off', async () => {
  const { embeds, film } = demoSite();
  const files = [embeds.video, ...film.sources.map(({ path }) => path)].filter((path) => path !== null);
  for (const path of files) assert.equal((await get(path)).statusCode, 200, path);
  await without('film');
  for (const path of files) assert.equal((await get(path)).statusCode, 404, path);
});

/** Returns the labels in the menu of the home page. */
const menuLabels = async () =>
  readElements((await markupOf('/')).replace(/<\/nav>.*/s, ''))
    .filter(({ name }) => name === 'summary' || name === 'a')
    .map(({ text }) => text);

test('removes a menu entry with all its links, but keeps one whose own page is shown', async () => {
  await without('gallery', 'weather', 'fertilizer', 'fuel');
  const shown = await menuLabels();
  for (const label of ['More', 'Weather', 'Weather Details', 'Gallery', 'Fertilizer', 'Fuel'])
    assert.ok(!shown.includes(label), label);
  for (const label of ['Products', 'Services', 'Offers', 'Market']) assert.ok(shown.includes(label), label);
  await site.change({
    settings: {
      parts: { ...demoSite().parts, gallery: false, merchandise: false },
      navigation: [
        { label: 'Shop', to: '/store', links: [{ label: 'Prices', to: '/products' }] },
        { label: 'About', to: '/about-us', links: [{ label: 'Pictures', to: '/gallery/?page=2#top' }] },
      ],
    },
  });
  assert.deepEqual((await menuLabels()).slice(2), ['Shop', 'Prices', 'About']);
});

const headings = async (url: string) => textsOf(await markupOf(url), 'h2');

test('shows no prices, headings, or times of fertilizer and fuel when they are off', async () => {
  await without('fuel');
  assert.ok(!(await headings('/')).includes('Fuel Prices'));
  assert.ok(textsOf(await markupOf('/'), 'dt').every((text) => !/diesel/i.test(text)));
  assert.ok(!(await headings('/products')).includes('Farm - Delivered Fuel Prices'));
  assert.ok(!(await headings('/price-sheet')).includes('Fuel'));
  assert.ok((await headings('/price-sheet')).includes('Fertilizer'));
  await without('fertilizer');
  assert.match(await markupOf('/news'), />See all prices</);
  assert.ok(!(await headings('/products')).includes('Fertilizer'));
  assert.ok(!(await headings('/price-sheet')).includes('Fertilizer'));
  await without('fertilizer', 'fuel');
  assert.doesNotMatch(await markupOf('/news'), />See all prices</);
});
