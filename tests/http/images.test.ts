import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { SQUARE_PX } from '#contract/image-formats.ts';
import type { Image, Images, SavedImage } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { createImageWorker } from '#server/domains/images/image-worker.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { httpClientOf, onSite, signIn } from '#tests/support/http-client.ts';
import { openImageSite } from '#tests/support/image-site.ts';
import {
  addImage,
  anAnimation,
  aTestImage,
  storedFiles,
  upload,
  urlsOf,
} from '#tests/support/test-images.ts';

const gallery = `${API.images}/0`;

onSite('publishes an uploaded image once it is saved', async ({ site, testDatabase }) => {
  const editor = await signIn(site);
  const visitor = httpClientOf(site);
  const bytes = await aTestImage({ width: 1000, height: 800 }).jpeg().toBuffer();
  const save = await upload(editor, bytes, { name: 'Harvest 🌾' });
  assert.deepEqual((await visitor.get(gallery)).json(), []);
  assert.equal((await visitor.get(save.imageUrl)).statusCode, 404);

  const response = await editor.post(API.saveImage, save);
  assert.equal(response.statusCode, 200, response.body);
  const { content, version, changed } = response.json<SavedImage>();
  assert.deepEqual({ version, changed }, { version: 1, changed: true });
  const url = save.imageUrl;
  assert.deepEqual(content, {
    ...save,
    width: 1000,
    height: 800,
    altText: '',
    focus: { x: 50, y: 50 },
    colours: content.colours,
    screenUrl: `${url}.screen.webp`,
    phoneUrl: `${url}.phone.avif`,
    squareUrls: {
      avif: `${url}.336.avif 336w, ${url}.672.avif 672w`,
      webp: `${url}.336.webp 336w, ${url}.672.webp 672w`,
      fallback: `${url}.336.webp`,
    },
  } satisfies Image);
  assert.deepEqual((await visitor.get(gallery)).json(), [content]);
  assert.deepEqual((await visitor.get(`${API.images}/1`)).json(), []);

  const fileName = url.slice('/images/'.length);
  assert.deepEqual(
    await storedFiles(testDatabase.options.dataDir),
    ['', '.336.avif', '.336.webp', '.672.avif', '.672.webp', '.phone.avif', '.screen.webp'].map(
      (suffix) => `images/${fileName}${suffix}`,
    ),
  );
  const [change] = await readChangeLog(site.database);
  assert.deepEqual([change?.author, change?.subject], ['Dana', `image:${save.imageId}`]);
});

onSite('changes nothing when an image is saved again, except for a new name or type', async ({ site }) => {
  const editor = await signIn(site);
  const save = await upload(editor, await aTestImage().jpeg().toBuffer());
  const first = (await editor.post(API.saveImage, save)).json<SavedImage>();
  const again = await Promise.all([1, 2, 3].map(() => editor.post(API.saveImage, save)));
  for (const response of again) assert.deepEqual(response.json(), { ...first, changed: false });
  assert.equal((await readChangeLog(site.database)).length, 1);

  const renamed = await editor.post(API.saveImage, { ...save, imageName: 'cut \ud83c', imageType: 1 });
  assert.equal(renamed.json<SavedImage>().changed, true);
  assert.deepEqual((await editor.get(gallery)).json(), []);
  const [image] = (await editor.get(`${API.images}/1`)).json<Images>();
  assert.equal(image?.imageName, 'cut \ufffd');
});

onSite('responds 404 for a deleted image, and rejects deleting or saving it again', async ({ site }) => {
  const editor = await signIn(site);
  const other = await addImage(editor, await aTestImage().jpeg().toBuffer());
  const image = await addImage(editor, await aTestImage().png().toBuffer(), { fileName: 'b.png' });
  for (const url of urlsOf(image)) assert.equal((await editor.get(url)).statusCode, 200, url);

  const response = await editor.delete(`${API.deleteImage}/${image.imageId}`);
  assert.deepEqual([response.statusCode, response.json()], [200, true]);
  for (const url of urlsOf(image)) assert.equal((await editor.get(url)).statusCode, 404, url);
  for (const url of urlsOf(other)) assert.equal((await editor.get(url)).statusCode, 200, url);
  assert.deepEqual((await editor.get(gallery)).json(), [other]);
  const change = (await readChangeLog(site.database)).at(-1);
  assert.deepEqual([change?.subject, change?.after], [`image:${image.imageId}`, 'null']);
  assert.equal((JSON.parse(change?.before ?? '') as { name: string }).name, 'The field');

  for (const id of [image.imageId, 'none', '__proto__']) {
    const rejected = await editor.delete(`${API.deleteImage}/${id}`);
    assert.deepEqual([rejected.statusCode, rejected.json<Problem>().code], [404, 'no-such-image']);
  }
  const { imageId, imageUrl, imageName, imageType } = image;
  const rejected = await editor.post(API.saveImage, { imageId, imageUrl, imageName, imageType });
  assert.deepEqual([rejected.statusCode, rejected.json<Problem>().code], [409, 'image-deleted']);
  assert.equal((await editor.get(imageUrl)).statusCode, 404);
});

onSite(
  'keeps format and size of an upload, applies its orientation and strips its metadata',
  async ({ site }) => {
    const editor = await signIn(site);
    const metadata = {
      IFD0: { Copyright: 'Dana' },
      IFD3: { GPSLatitude: '39/1 55/1 0/1', GPSLatitudeRef: 'N' },
    };
    const tagged = aTestImage({ width: 900, height: 700 }).withExif(metadata).keepIccProfile();
    for (const [extension, type, bytes] of [
      ['jpg', 'jpeg', await tagged.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
      ['png', 'png', await tagged.clone().png().toBuffer()],
      ['webp', 'webp', await tagged.clone().webp().toBuffer()],
      ['avif', 'heif', await tagged.clone().avif({ effort: 0 }).toBuffer()],
      ['gif', 'gif', await aTestImage({ width: 900, height: 700 }).gif().toBuffer()],
    ] as const) {
      const image = await addImage(editor, bytes, { fileName: `Field.${extension}` });
      assert.match(image.imageUrl, new RegExp(`^/images/field-[0-9a-f]{16}\\.${extension}$`));
      const size = extension === 'jpg' ? { width: 700, height: 900 } : { width: 900, height: 700 };
      const phone = extension === 'jpg' ? size : { width: 800, height: 622 };
      assert.deepEqual({ width: image.width, height: image.height }, size);
      const versions = await Promise.all(
        urlsOf(image).map(async (url) => {
          const { rawPayload } = await editor.get(url);
          const { format, width, height, exif, icc, xmp, iptc, orientation } =
            await sharp(rawPayload).metadata();
          assert.deepEqual([exif, icc, xmp, iptc, orientation], Array(5).fill(undefined), url);
          return [format, width, height];
        }),
      );
      assert.deepEqual(versions, [
        [type, size.width, size.height],
        ['webp', size.width, size.height],
        ['heif', phone.width, phone.height],
        ...(['heif', 'webp'] as const).flatMap((format) => SQUARE_PX.map((px) => [format, px, px])),
      ]);
    }
  },
);

onSite('converts a transparent PNG named .jpg to JPEG on white', async ({ site }) => {
  const editor = await signIn(site);
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { imageUrl } = await addImage(editor, bytes, { fileName: 'really-a.jpg' });
  const response = await editor.get(imageUrl);
  assert.equal(response.headers['content-type'], 'image/jpeg');
  assert.equal((await sharp(response.rawPayload).metadata()).format, 'jpeg');
  const { dominant } = await sharp(response.rawPayload).stats();
  assert.ok(dominant.r > 240 && dominant.b > 240, 'Transparent pixels are white.');
});

test('decodes an upload in a worker process', async () => {
  await using site = await openImageSite({ imageWorker: createImageWorker() });
  const image = await addImage(site.editor, await aTestImage().jpeg().toBuffer());
  for (const url of urlsOf(image)) assert.equal((await site.editor.get(url)).statusCode, 200, url);
});

test('keeps an animation in the full-size image', async () => {
  await using site = await openImageSite();
  for (const extension of ['gif', 'webp'] as const) {
    const bytes = await (await anAnimation())[extension]().toBuffer();
    const { imageUrl } = await addImage(site.editor, bytes, { fileName: `a.${extension}` });
    const { rawPayload } = await site.editor.get(imageUrl);
    const full = await sharp(rawPayload, { animated: true }).metadata();
    assert.deepEqual([full.format, full.pages, full.pageHeight], [extension, 3, 32]);
  }
});
