import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readElements } from '#tests/support/html.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const ORIGIN = 'https://hickorybend.example.com';

let site: TestSite;
before(async () => {
  site = await openTestSite();
});
after(() => site[Symbol.asyncDispose]());

async function headOf(path: string, of: TestSite = site) {
  const { body } = await of.app.inject(path);
  const elements = readElements(body);
  const meta = (name: string) =>
    elements.find(
      (each) =>
        each.name === 'meta' && (each.attributes['name'] === name || each.attributes['property'] === name),
    )?.attributes['content'];
  const link = (rel: string) =>
    elements.find((each) => each.name === 'link' && each.attributes['rel'] === rel)?.attributes['href'];
  const data = elements.find((each) => each.attributes['type'] === 'application/ld+json');
  return { meta, link, data: data && (JSON.parse(data.text) as Record<string, unknown>) };
}

async function sitemap(of: TestSite = site): Promise<string[]> {
  const { body, headers, statusCode } = await of.app.inject('/sitemap.xml');
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^application\/xml/);
  return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
}

test('serves each page of the sitemap with a description, an image and its canonical URL', async () => {
  const urls = await sitemap();
  assert.ok(urls.length > 10);
  const descriptions = new Set<string>();
  for (const url of urls) {
    const path = url.slice(ORIGIN.length);
    assert.equal((await site.app.inject(path)).statusCode, 200, url);
    const { meta, link } = await headOf(path);
    assert.equal(link('canonical'), url);
    assert.equal(meta('og:url'), url);
    assert.equal(meta('robots'), undefined);
    assert.match(meta('description') ?? '', /Hickory Bend Farmers Cooperative/);
    descriptions.add(meta('description') ?? '');
    const image = meta('og:image') ?? '';
    assert.equal((await site.app.inject(image.slice(ORIGIN.length))).statusCode, 200, image);
  }
  // The pages of the six crops share the description of the Pioneer page.
  assert.equal(descriptions.size, urls.length - 6);
});

test('marks pages that are not for search engines as noindex, and omits them from the sitemap', async () => {
  const urls = await sitemap();
  for (const path of [
    '/admin',
    '/admin/dashboard',
    '/admin/today',
    '/admin/history',
    '/admin/pages',
    '/admin/second-step',
    '/admin/invitation',
    '/admin/forgotten-password',
    '/error',
    '/no-such-page',
    '/news',
    '/cash-bids.html',
  ]) {
    const { meta, link } = await headOf(path);
    assert.equal(meta('robots'), 'noindex', path);
    assert.equal(link('canonical'), undefined, path);
    assert.equal(urls.includes(ORIGIN + path), false, path);
  }
});

const hoursIn = (data: Record<string, unknown> = {}) =>
  (data['openingHoursSpecification'] as { opens: string; closes: string }[]).map(
    ({ opens, closes }) => `${opens} ${closes}`,
  );

test('describes the cooperative, its contacts and hours as JSON-LD on the home and contact pages', async () => {
  await using fresh = await openTestSite();
  for (const path of ['/', '/contact-us']) {
    const { data = {} } = await headOf(path, fresh);
    assert.equal(data['@type'], 'LocalBusiness');
    assert.equal(data['telephone'], '660-555-0142');
    assert.match(String(data['address']), /Elevator Road/);
    assert.deepEqual(hoursIn(data), ['07:30 17:00', '08:00 12:00']);
  }
  await fresh.change({
    texts: { ContactUsHarvestMonFri: 'Open 24 hours', ContactUsHarvestSatSun: 'closed' },
    settings: { season: 'harvest' },
  });
  assert.deepEqual(hoursIn((await headOf('/', fresh)).data), ['00:00 23:59', '00:00 00:00']);
  await fresh.change({
    settings: { season: 'normal' },
    texts: { ContactUsNormMonFri: 'By appointment', ContactUsNormSatSun: '7-11', ContactUsFax: '' },
  });
  const { data } = await headOf('/', fresh);
  assert.equal(data?.['openingHoursSpecification'], undefined);
  assert.equal(data?.['faxNumber'], undefined);
  assert.equal((await headOf('/products', fresh)).data, undefined);
});

test('disallows /admin and links the sitemap in robots.txt', async () => {
  const { body } = await site.app.inject('/robots.txt');
  assert.match(body, /^Disallow: \/admin$/m);
  assert.match(body, new RegExp(`^Sitemap: ${ORIGIN}/sitemap\\.xml$`, 'm'));
});

test('lists existing icons of the declared sizes in the manifest', async () => {
  const { body, headers } = await site.app.inject('/site.webmanifest');
  assert.match(String(headers['content-type']), /manifest\+json/);
  const { icons, name } = JSON.parse(body) as {
    name: string;
    icons: { src: string; sizes: string; type: string }[];
  };
  assert.equal(name, 'Hickory Bend Farmers Cooperative');
  for (const { src, sizes, type } of icons) {
    const { statusCode, headers: iconHeaders, rawPayload } = await site.app.inject(src);
    assert.equal(statusCode, 200, src);
    assert.equal(iconHeaders['content-type'], type);
    if (type !== 'image/png') continue;
    // Width and height in the header of a PNG file.
    assert.equal(`${rawPayload.readUInt32BE(16)}x${rawPayload.readUInt32BE(20)}`, sizes, src);
  }
});

test('links a separate manifest from the page for daily prices, which opens there', async () => {
  const { body, headers } = await site.app.inject('/today.webmanifest');
  assert.match(String(headers['content-type']), /manifest\+json/);
  const { icons, ...manifest } = JSON.parse(body) as Record<string, unknown>;
  assert.deepEqual(
    {
      icons,
      name: manifest['name'],
      start: manifest['start_url'],
      display: manifest['display'],
      shortcuts: manifest['shortcuts'],
    },
    {
      icons: (await site.app.inject('/site.webmanifest')).json<{ icons: unknown }>().icons,
      name: 'Today · Hickory Bend Farmers Cooperative',
      start: '/admin/today',
      display: 'standalone',
      shortcuts: [{ name: 'Harvest', url: '/admin/today#harvest' }],
    },
  );
  assert.equal((await headOf('/admin/today')).link('manifest'), '/today.webmanifest');
  assert.equal((await headOf('/admin/dashboard')).link('manifest'), undefined);
  assert.equal((await headOf('/')).link('manifest'), '/site.webmanifest');
});
