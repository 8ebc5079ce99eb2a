import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { SQUARE_PX, type Image, type Images, type SavedImage } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { createImageWorker } from '#server/images/image-worker.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { callerOf, onBothSites, onSite, signIn } from '#tests/support/editor.ts';
import { openPictureSite } from '#tests/support/picture-site.ts';
import { addPicture, anAnimation, aPicture, storedFiles, upload, urlsOf } from '#tests/support/pictures.ts';

const gallery = `${API.images}/0`;

onSite('publishes an uploaded image once it is saved', async ({ site, place }) => {
  const editor = await signIn(site);
  const visitor = callerOf(site);
  const bytes = await aPicture({ width: 1000, height: 800 }).jpeg().toBuffer();
  const save = await upload(editor, bytes, { name: 'Harvest 🌾' });
  assert.deepEqual((await visitor.get(gallery)).json(), []);
  assert.equal((await visitor.get(save.imageUrl)).statusCode, 404);

  const answer = await editor.post(API.saveImage, save);
  assert.equal(answer.statusCode, 200, answer.body);
  const { content, version, changed } = answer.json<SavedImage>();
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
    await storedFiles(place.options.dataDir),
    ['', '.336.avif', '.336.webp', '.672.avif', '.672.webp', '.screen.webp'].map(
      (suffix) => `images/${fileName}${suffix}`,
    ),
  );
  const [change] = await readChangeLog(site.database);
  assert.deepEqual(
    { ...change, after: JSON.parse(change?.after ?? '') as unknown, at: '' },
    {
      version: 1,
      at: '',
      origin: 'admin',
      author: 'Dana',
      subject: `image:${save.imageId}`,
      before: 'null',
      after: {
        fileName,
        name: 'Harvest 🌾',
        type: 0,
        width: 1000,
        height: 800,
        altText: '',
        focus: { x: 50, y: 50 },
        revision: '',
      },
    },
  );
});

onSite('changes nothing when an image is saved again, except for a new name or type', async ({ site }) => {
  const editor = await signIn(site);
  const save = await upload(editor, await aPicture().jpeg().toBuffer());
  const first = (await editor.post(API.saveImage, save)).json<SavedImage>();
  const again = await Promise.all([1, 2, 3].map(() => editor.post(API.saveImage, save)));
  for (const answer of again) assert.deepEqual(answer.json(), { ...first, changed: false });
  assert.equal((await readChangeLog(site.database)).length, 1);

  const renamed = await editor.post(API.saveImage, { ...save, imageName: 'cut \ud83c', imageType: 1 });
  assert.equal(renamed.json<SavedImage>().changed, true);
  assert.deepEqual((await editor.get(gallery)).json(), []);
  const [image] = (await editor.get(`${API.images}/1`)).json<Images>();
  assert.equal(image?.imageName, 'cut \ufffd');
});

onBothSites('responds 200 to concurrent saves of one image, and stores it once', async ({ site, place }) => {
  const editor = await signIn(site);
  const save = await upload(editor, await aPicture().jpeg().toBuffer());
  const answers = await Promise.all([1, 2, 3, 4].map(() => editor.post(API.saveImage, save)));
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200],
  );
  assert.equal(answers.filter((answer) => answer.json<SavedImage>().changed).length, 1);
  assert.equal((await editor.get(gallery)).json<Images>().length, 1);
  assert.equal((await storedFiles(place.options.dataDir)).length, 6);
});

onSite('responds 404 for a deleted image, and rejects deleting or saving it again', async ({ site }) => {
  const editor = await signIn(site);
  const kept = await addPicture(editor, await aPicture().jpeg().toBuffer());
  const image = await addPicture(editor, await aPicture().png().toBuffer(), { fileName: 'b.png' });
  for (const url of urlsOf(image)) assert.equal((await editor.get(url)).statusCode, 200, url);

  const answer = await editor.delete(`${API.deleteImage}/${image.imageId}`);
  assert.deepEqual([answer.statusCode, answer.json()], [200, true]);
  for (const url of urlsOf(image)) assert.equal((await editor.get(url)).statusCode, 404, url);
  for (const url of urlsOf(kept)) assert.equal((await editor.get(url)).statusCode, 200, url);
  assert.deepEqual((await editor.get(gallery)).json(), [kept]);
  const change = (await readChangeLog(site.database)).at(-1);
  assert.deepEqual([change?.subject, change?.after], [`image:${image.imageId}`, 'null']);
  assert.equal((JSON.parse(change?.before ?? '') as { name: string }).name, 'The field');

  for (const id of [image.imageId, 'none', '__proto__']) {
    const refused = await editor.delete(`${API.deleteImage}/${id}`);
    assert.deepEqual([refused.statusCode, refused.json<Problem>().code], [404, 'no-such-image']);
  }
  const { imageId, imageUrl, imageName, imageType } = image;
  const refused = await editor.post(API.saveImage, { imageId, imageUrl, imageName, imageType });
  assert.deepEqual([refused.statusCode, refused.json<Problem>().code], [409, 'image-deleted']);
  assert.equal((await editor.get(imageUrl)).statusCode, 404);
});

onSite(
  'keeps format and size of an upload, applies its orientation and strips its metadata',
  async ({ site }) => {
    const editor = await signIn(site);
    const place = {
      IFD0: { Copyright: 'Dana' },
      IFD3: { GPSLatitude: '39/1 55/1 0/1', GPSLatitudeRef: 'N' },
    };
    const tagged = aPicture({ width: 900, height: 700 }).withExif(place).keepIccProfile();
    for (const [ending, type, bytes] of [
      ['jpg', 'jpeg', await tagged.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
      ['png', 'png', await tagged.clone().png().toBuffer()],
      ['webp', 'webp', await tagged.clone().webp().toBuffer()],
      ['avif', 'heif', await tagged.clone().avif({ effort: 0 }).toBuffer()],
      ['gif', 'gif', await aPicture({ width: 900, height: 700 }).gif().toBuffer()],
    ] as const) {
      const image = await addPicture(editor, bytes, { fileName: `Field.${ending}` });
      assert.match(image.imageUrl, new RegExp(`^/images/field-[0-9a-f]{16}\\.${ending}$`));
      const size = ending === 'jpg' ? { width: 700, height: 900 } : { width: 900, height: 700 };
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
        ...(['heif', 'webp'] as const).flatMap((format) => SQUARE_PX.map((px) => [format, px, px])),
      ]);
      if (ending === 'jpg') {
        // Rotated clockwise by 90 degrees: the left half is now at the top.
        const { data } = await sharp((await editor.get(image.imageUrl)).rawPayload)
          .extract({ left: 350, top: 50, width: 1, height: 1 })
          .raw()
          .toBuffer({ resolveWithObject: true });
        assert.ok((data[0] ?? 0) > 150 && (data[2] ?? 0) < 60, `${data[0]} ${data[2]}`);
      }
    }
  },
);

onSite('converts a transparent PNG named .jpg to JPEG on white', async ({ site }) => {
  const editor = await signIn(site);
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { imageUrl } = await addPicture(editor, bytes, { fileName: 'really-a.jpg' });
  const answer = await editor.get(imageUrl);
  assert.equal(answer.headers['content-type'], 'image/jpeg');
  assert.equal((await sharp(answer.rawPayload).metadata()).format, 'jpeg');
  const { dominant } = await sharp(answer.rawPayload).stats();
  assert.ok(dominant.r > 240 && dominant.b > 240, 'What could be seen through is white.');
});

test('decodes an upload in a worker process', async () => {
  await using site = await openPictureSite({ imageWorker: createImageWorker() });
  const image = await addPicture(site.editor, await aPicture().jpeg().toBuffer());
  for (const url of urlsOf(image)) assert.equal((await site.editor.get(url)).statusCode, 200, url);
});

test('keeps an animation in the full-size image, and does not enlarge small images', async () => {
  await using site = await openPictureSite();
  const { editor } = site;
  for (const ending of ['gif', 'webp'] as const) {
    const bytes = await (await anAnimation())[ending]().toBuffer();
    const image = await addPicture(editor, bytes, { fileName: `a.${ending}` });
    assert.deepEqual([image.width, image.height], [48, 32]);
    const full = await sharp((await editor.get(image.imageUrl)).rawPayload, { animated: true }).metadata();
    assert.deepEqual([full.format, full.pages, full.pageHeight], [ending, 3, 32]);
    const square = await sharp((await editor.get(image.squareUrls.fallback)).rawPayload).metadata();
    assert.deepEqual([square.width, square.height, square.pages], [32, 32, undefined]);
  }
  const still = await addPicture(editor, await (await anAnimation()).gif().toBuffer(), { fileName: 'a.png' });
  assert.equal((await sharp((await editor.get(still.imageUrl)).rawPayload).metadata()).pages, undefined);
  const dot = await addPicture(editor, await aPicture({ width: 1, height: 1 }).png().toBuffer(), {
    fileName: 'dot.png',
  });
  assert.deepEqual([dot.width, dot.height], [1, 1]);
});
