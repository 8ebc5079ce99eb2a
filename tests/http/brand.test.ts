import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { API } from '#contract/paths.ts';
import type { Image } from '#contract/images.ts';
import type { Site } from '#contract/site.ts';
import { readElements } from '#tests/support/html.ts';
import { openImageSite, type ImageSite } from '#tests/support/image-site.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { addImage, aTestImage, upload } from '#tests/support/test-images.ts';

let open: ImageSite;
before(async () => {
  open = await openImageSite();
});
after(() => open[Symbol.asyncDispose]());

const get = (url: string) => open.site.app.inject(url);

const statusOf = async (url: string) => (await get(url)).statusCode;

async function save(brand: Site['brand']): Promise<void> {
  const response = await open.editor.post(API.siteSettings, { values: { brand } });
  assert.equal(response.statusCode, 200, response.body);
}

const png = (width: number, height: number) => aTestImage({ width, height }).png().toBuffer();

const newImage = async (width: number, height: number): Promise<Image> =>
  addImage(open.editor, await png(width, height), {
    fileName: 'Logo.png',
    contentType: 'image/png',
    type: 1,
  });

/** The drawing of the site file, which pages contain. */
const DRAWING = /^data:image\/svg\+xml,%3Csvg [^"<>]*%3C\/svg%3E$/;

/** Returns the attributes of the image and its dark source in the bar, or of the drawing. */
async function barOf(url = '/') {
  const { body } = await get(url);
  const header = body.slice(body.indexOf('<header'), body.indexOf('</header>'));
  const find = (name: string) => readElements(header).find((each) => each.name === name)?.attributes;
  return { img: find('img'), source: find('source'), text: header };
}

const linksOf = async (url: string) =>
  readElements((await get(url)).body)
    .filter(({ name, attributes }) => name === 'link' && /icon/.test(attributes['rel'] ?? ''))
    .map(({ attributes }) => attributes['href'] ?? '');

test('shows the drawing and the short name without a logo, and the standard icons', async () => {
  await save({});
  const { img, text } = await barOf();
  assert.match(img?.['src'] ?? '', DRAWING);
  assert.match(text, /Hickory Bend/);
  assert.deepEqual(await linksOf('/'), ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']);
});

test('shows a wide logo with its width and height, and another one in the dark', async () => {
  const [light, dark] = [await newImage(2000, 400), await newImage(300, 60)];
  await save({ wideLogo: light.imageId });
  const { img, source } = await barOf();
  assert.equal(source, undefined);
  assert.deepEqual([img?.['width'], img?.['height']], ['280', '56']);
  const response = await get(img?.['src'] ?? '');
  assert.equal(response.headers['content-type'], 'image/webp');
  assert.match(String(response.headers['cache-control']), /immutable/);
  const { width, height, format } = await sharp(response.rawPayload).metadata();
  assert.deepEqual([width, height, format], [560, 112, 'webp']);

  await save({ wideLogo: light.imageId, darkLogo: dark.imageId });
  const both = await barOf('/contact-us');
  assert.equal(both.source?.['media'], '(prefers-color-scheme: dark)');
  assert.deepEqual([both.source?.['width'], both.source?.['height']], ['280', '56']);
  assert.equal((await get(both.source?.['srcset'] ?? '')).statusCode, 200);
  // A logo that people can see only in the dark.
  await save({ darkLogo: dark.imageId });
  assert.match((await barOf()).img?.['src'] ?? '', DRAWING);
});

test('follows a replaced logo, and shows the drawing once it is deleted', async () => {
  const logo = await newImage(800, 200);
  await save({ wideLogo: logo.imageId });
  const first = (await barOf()).img?.['src'] ?? '';
  const { imageUrl } = await upload(open.editor, await png(800, 100), {});
  const replaced = await open.editor.post(API.replaceImage, { imageId: logo.imageId, imageUrl });
  assert.equal(replaced.statusCode, 200, replaced.body);
  const { img } = await barOf();
  assert.notEqual(img?.['src'], first);
  assert.equal((await get(img?.['src'] ?? '')).statusCode, 200);
  assert.equal((await get(first)).statusCode, 404);
  await open.editor.delete(`${API.deleteImage}/${logo.imageId}`);
  assert.match((await barOf()).img?.['src'] ?? '', DRAWING);
});

test('makes icons of all sizes from one picture, and links them from pages and the manifest', async () => {
  const picture = await newImage(600, 400);
  await save({ icon: picture.imageId });
  const links = await linksOf('/');
  const manifest = (await get('/site.webmanifest')).json<{
    icons: { src: string; sizes: string; purpose?: string }[];
  }>();
  assert.equal(links.length, 2);
  assert.deepEqual(
    manifest.icons.map(({ sizes, purpose }) => [sizes, purpose]),
    [
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ],
  );
  const sizes: [width: number, height: number, isFilled: boolean][] = [];
  for (const src of [...links, ...manifest.icons.map((icon) => icon.src)]) {
    const { statusCode, headers, rawPayload } = await get(src);
    assert.equal(statusCode, 200, src);
    assert.equal(headers['content-type'], 'image/png');
    const { width, height } = await sharp(rawPayload).metadata();
    sizes.push([width, height, (await sharp(rawPayload).stats()).isOpaque]);
  }
  // Home screens show transparent parts in black.
  assert.deepEqual(sizes, [
    [32, 32, false],
    [180, 180, true],
    [192, 192, false],
    [512, 512, false],
    [512, 512, true],
  ]);
  for (const url of ['/cash-bids.html', '/board', '/price-sheet', '/no-such-page'])
    assert.deepEqual(await linksOf(url), links, url);
});

test('shows the uploaded image for shared links, and the standard one once it is deleted', async () => {
  const sharedOn = async (url: string) =>
    readElements((await get(url)).body).find(({ attributes }) => attributes['property'] === 'og:image')
      ?.attributes['content'];
  const { publicAddress, shareImage } = demoSite();
  const standard = publicAddress + shareImage;
  const picture = await newImage(1600, 1200);
  await save({ share: picture.imageId });
  const shared = (await sharedOn('/products')) ?? '';
  assert.notEqual(shared, standard);
  const { headers, rawPayload } = await get(shared.slice(publicAddress.length));
  assert.equal(headers['content-type'], 'image/jpeg');
  const { width, height } = await sharp(rawPayload).metadata();
  assert.deepEqual([width, height], [1200, 630]);
  assert.ok((await get('/contact-us')).body.includes(`"image":"${shared}"`), 'In the structured data.');
  await open.editor.delete(`${API.deleteImage}/${picture.imageId}`);
  assert.equal(await sharedOn('/products'), standard);
});

test('makes files only of the images that the settings name', async () => {
  const [logo, icon] = [await newImage(400, 100), await newImage(512, 512)];
  await save({ wideLogo: logo.imageId, icon: icon.imageId });
  assert.equal(await statusOf(`${logo.imageUrl}/logo.webp`), 200);
  assert.equal(await statusOf(`${icon.imageUrl}/icon-32.png`), 200);
  for (const url of [
    `${logo.imageUrl}/icon-32.png`,
    `${icon.imageUrl}/logo.webp`,
    `${icon.imageUrl}/icon-33.png`,
    `${icon.imageUrl}/icon-32.png?v=12345678`,
    `${icon.imageUrl}/constructor`,
    '/images/other.png/icon-32.png',
  ])
    assert.equal(await statusOf(url), 404, url);
  await save({});
  assert.equal(await statusOf(`${icon.imageUrl}/icon-32.png`), 404);
});
