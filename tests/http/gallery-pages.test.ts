import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GALLERY_PAGE_IMAGES, type Images } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { StoredImage } from '#server/domains/images/image-files.ts';
import { readElements } from '#tests/support/html.ts';
import { aStoredImage } from '#tests/support/a-stored-image.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const LIST = `${API.images}/0`;
/** Two full pages and a third one. */
const COUNT = 2 * GALLERY_PAGE_IMAGES + 8;

const someImages = (count: number): StoredImage[] =>
  Array.from({ length: count }, (_, index) => aStoredImage(`field-${index}`, { name: `Field ${index}` }));

let site: TestSite;
before(async () => {
  site = await openTestSite();
  await site.change({ images: someImages(COUNT) });
});
after(() => site[Symbol.asyncDispose]());

async function load(path: string) {
  const { statusCode, body } = await site.app.inject(path);
  const elements = readElements(body);
  const all = (name: string) => elements.filter((each) => each.name === name);
  return {
    statusCode,
    body,
    title: all('title')[0]?.text ?? '',
    names: all('img').flatMap(({ attributes: { alt } }) => (alt?.startsWith('Field ') ? alt : [])),
    canonical: all('link').find(({ attributes: { rel } }) => rel === 'canonical')?.attributes['href'],
    robots: all('meta').find(({ attributes: { name } }) => name === 'robots')?.attributes['content'],
    links: Object.fromEntries(
      all('a')
        .filter(({ attributes: { href } }) => href?.startsWith('/gallery'))
        .map(({ text, attributes }) => [attributes['aria-label'] ?? text, attributes['href']]),
    ),
    relOf: (rel: string) => all('a').find(({ attributes }) => attributes['rel'] === rel)?.attributes['href'],
    current: all('a').find(({ attributes }) => attributes['aria-current'] === 'page')?.text,
  };
}

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `Field ${from + index}`);

test('shows the images in pages that link to each other', async () => {
  const first = await load('/gallery');
  assert.deepEqual(first.names, names(0, 96));
  assert.match(first.title, /^Gallery · /);
  assert.deepEqual([first.relOf('prev'), first.relOf('next')], [undefined, '/gallery?page=2']);
  assert.match(first.body, /Page <!-- -->1<!-- --> of <!-- -->3/);

  const second = await load('/gallery?page=2');
  assert.deepEqual(second.names, names(96, 192));
  assert.match(second.title, /^Gallery, page 2 · /);
  assert.equal(second.canonical, `${first.canonical}?page=2`);
  assert.deepEqual([second.relOf('prev'), second.relOf('next')], ['/gallery', '/gallery?page=3']);
  for (const [name, href] of [
    ['First', '/gallery'],
    ['Previous', '/gallery'],
    ['Page 1', '/gallery'],
    ['Page 2', '/gallery?page=2'],
    ['Page 3', '/gallery?page=3'],
    ['Next', '/gallery?page=3'],
  ] as const)
    assert.equal(second.links[name], href, name);

  const last = await load('/gallery/?page=3');
  assert.deepEqual(last.names, names(192, COUNT));
  assert.equal(last.relOf('next'), undefined);
});

test('responds with 404 and a link to the first page when a page does not exist', async () => {
  for (const page of ['4', '0', '-1', '02', '2.5', 'x', '', '99999', '100000', 'x&page=2']) {
    const { statusCode, body, title, robots, canonical, links } = await load(`/gallery?page=${page}`);
    assert.equal(statusCode, 404, page);
    assert.match(body, /The gallery doesn&#x27;t have this page\./);
    assert.match(title, /^Page not found · /);
    assert.deepEqual([robots, canonical], ['noindex', undefined]);
    assert.equal(links['See the first page'], '/gallery');
  }
});

test('lists all images without a page, and the images of a page', async () => {
  const list = async (path: string) =>
    (await site.app.inject(path)).json<Images>().map(({ imageName }) => imageName);
  assert.deepEqual(await list(LIST), names(0, COUNT));
  assert.deepEqual(await list(`${LIST}?page=1`), names(0, 96));
  assert.deepEqual(await list(`${LIST}?page=3`), names(192, COUNT));
  assert.deepEqual(await list(`${API.images}/1?page=1`), []);
  assert.equal((await site.app.inject(`${LIST}?page=4`)).statusCode, 404);
  for (const page of ['0', 'x', '']) {
    assert.equal((await site.app.inject(`${LIST}?page=${page}`)).statusCode, 400, page);
  }
});
