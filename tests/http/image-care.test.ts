import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import {
  ALT_TEXT_MAX_LENGTH,
  DELETED_IMAGE_DAYS,
  type DeletedImage,
  type Image,
  type Images,
  type SavedImage,
} from '#contract/images.ts';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { httpClientOf, onBothSites, onSite, signIn, type HttpClient } from '#tests/support/http-client.ts';
import { openImageSite } from '#tests/support/image-site.ts';
import { addImage, aTestImage, upload, urlsOf } from '#tests/support/test-images.ts';

const DAY_MS = 24 * 60 * 60_000;
const gallery = `${API.images}/0`;

const aJpeg = (size = {}) => aTestImage(size).jpeg().toBuffer();
const idsOf = (images: Images) => images.map(({ imageId }) => imageId);
const list = async (caller: HttpClient) => (await caller.get(gallery)).json<Images>();
const since = (version: number) => ({ [CONTENT_VERSION_HEADER]: String(version) });

async function post<Body = SavedImage>(
  editor: HttpClient,
  path: string,
  body: object,
  headers = {},
): Promise<Body> {
  const response = await editor.post(path, body, headers);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Body>();
}

const problemOf = (response: { statusCode: number; json(): unknown }) => {
  const { code, errors, current } = response.json() as Problem;
  return { status: response.statusCode, code, field: errors?.[0]?.field, current };
};

const REQUESTS = {
  [API.describeImage]: { imageId: 'a', altText: 'x' },
  [API.focusImage]: { imageId: 'a', focus: { x: 1, y: 2 } },
  [API.replaceImage]: { imageId: 'a', imageUrl: '/images/b.jpg' },
  [API.orderImages]: { imageType: 0, imageIds: ['a'] },
  [API.bringBackImage]: { imageId: 'a' },
};

test('names an invalid field, responds 404 for an unknown image, and changes nothing', async () => {
  await using site = await openImageSite();
  const { editor } = site;
  const { imageId } = await addImage(editor, await aJpeg());
  const [before] = await list(editor);
  const changes = await readChangeLog(site.site.database);
  for (const [path, body, field] of [
    [API.describeImage, { imageId, altText: 'x'.repeat(ALT_TEXT_MAX_LENGTH + 1) }, 'body/altText'],
    [API.describeImage, { imageId, altText: 'a\0b' }, 'body/altText'],
    [API.describeImage, { imageId, imageName: '' }, 'body/imageName'],
    [API.focusImage, { imageId, focus: { x: 101, y: 0 } }, 'body/focus/x'],
    [API.focusImage, { imageId, focus: { x: 1, y: -1 } }, 'body/focus/y'],
    [API.focusImage, { imageId, focus: { x: 0.5, y: 1 } }, 'body/focus/x'],
    [API.replaceImage, { imageId, imageUrl: 'https://elsewhere.example.com/a.jpg' }, 'body/imageUrl'],
    [API.replaceImage, { imageId, imageUrl: '/images/never-sent-0011.jpg' }, 'body/imageUrl'],
    [API.orderImages, { imageType: 2, imageIds: [] }, 'body/imageType'],
    [API.orderImages, { imageType: 0, imageIds: [imageId, imageId] }, 'body/imageIds/1'],
  ] as const) {
    const { status, field: actualField } = problemOf(await editor.post(path, body));
    assert.deepEqual([status, actualField], [400, field], JSON.stringify(body).slice(0, 100));
  }
  for (const [path, body] of Object.entries(REQUESTS)) {
    if (path === API.orderImages) continue;
    const { status, code } = problemOf(await editor.post(path, body));
    assert.deepEqual([status, code], [404, 'no-such-image'], path);
  }
  assert.deepEqual(await list(editor), [before]);
  assert.deepEqual(await readChangeLog(site.site.database), changes);
});

onSite('changes name and description independently', async ({ site }) => {
  const editor = await signIn(site);
  const { imageId } = await addImage(editor, await aJpeg());
  const first = await post(editor, API.describeImage, { imageId, altText: 'Corn 🌽, knee high' });
  assert.deepEqual([first.content.altText, first.content.imageName], ['Corn 🌽, knee high', 'The field']);
  const second = await post(
    editor,
    API.describeImage,
    { imageId, imageName: 'Corn' },
    since(first.version - 1),
  );
  assert.deepEqual([second.content.altText, second.content.imageName], ['Corn 🌽, knee high', 'Corn']);
  assert.deepEqual(await list(editor), [second.content]);
  const repeated = await post(editor, API.describeImage, { imageId, imageName: 'Corn' }, since(1));
  assert.deepEqual([repeated.changed, repeated.version], [false, second.version]);

  const rejected = problemOf(await editor.post(API.describeImage, { imageId, altText: 'Mine' }, since(1)));
  assert.deepEqual([rejected.status, rejected.code], [409, 'conflict']);
  assert.equal((rejected.current?.content as Image | undefined)?.altText, 'Corn 🌽, knee high');
  assert.equal(rejected.current?.author, 'Dana');
});

onSite('crops the squares again around a new focal point, under new URLs', async ({ site }) => {
  const editor = await signIn(site);
  const before = await addImage(editor, await aJpeg({ width: 900, height: 300 }));
  const { imageId } = before;
  const { content, changed } = await post(editor, API.focusImage, { imageId, focus: { x: 100, y: 50 } });
  assert.ok(changed);
  assert.deepEqual(content.focus, { x: 100, y: 50 });
  assert.deepEqual([content.imageUrl, content.screenUrl], [before.imageUrl, before.screenUrl]);
  const fileName = before.imageUrl.slice('/images/'.length);
  assert.notEqual(content.squareUrls.fallback, before.squareUrls.fallback);
  const visitor = httpClientOf(site);
  for (const url of urlsOf(content)) {
    assert.ok(url.includes(fileName), url);
    assert.equal((await visitor.get(url)).statusCode, 200, url);
  }
  const { dominant } = await sharp((await visitor.get(content.squareUrls.fallback)).rawPayload).stats();
  assert.ok(dominant.b > 120 && dominant.r < 60, 'The crop shows only the right half.');
  // Pages that were rendered earlier can still load the old squares.
  assert.equal((await visitor.get(before.squareUrls.fallback)).statusCode, 200);

  const again = await post(editor, API.focusImage, { imageId, focus: { x: 100, y: 50 } });
  assert.deepEqual([again.changed, again.content], [false, content]);
  const rejected = problemOf(await editor.post(API.focusImage, { imageId, focus: { x: 0, y: 0 } }, since(1)));
  assert.deepEqual([rejected.status, rejected.code], [409, 'conflict']);
  const named = await post(editor, API.describeImage, { imageId, imageName: 'Else' }, since(1));
  assert.equal(named.changed, true);
});

onSite('replaces an image and keeps its id, name and position', async ({ site }) => {
  const editor = await signIn(site);
  const visitor = httpClientOf(site);
  const before = await addImage(editor, await aJpeg());
  const other = await addImage(editor, await aJpeg(), { fileName: 'b.jpg' });
  const { imageId } = before;
  await post(editor, API.focusImage, { imageId, focus: { x: 10, y: 10 } });
  const green = await aTestImage({ width: 50, height: 70, left: '#00c000', right: '#00c000' })
    .png()
    .toBuffer();
  const { imageUrl } = await upload(editor, green, { fileName: 'green.png', contentType: 'image/png' });
  const { content, changed, version } = await post(editor, API.replaceImage, { imageId, imageUrl });
  assert.ok(changed);
  assert.match(content.imageUrl, new RegExp(`^${before.imageUrl}\\?v=[0-9a-f]{8}$`));
  assert.deepEqual(
    [content.imageId, content.imageName, content.width, content.height, content.focus],
    [imageId, 'The field', 50, 70, { x: 50, y: 50 }],
  );
  assert.deepEqual(idsOf(await list(editor)), [imageId, other.imageId]);
  for (const url of urlsOf(content)) {
    const response = await visitor.get(url);
    assert.equal(response.statusCode, 200, url);
    const { dominant } = await sharp(response.rawPayload).stats();
    assert.ok(dominant.g > 150 && dominant.r < 60 && dominant.b < 60, url);
  }
  const full = await visitor.get(content.imageUrl);
  assert.equal(full.headers['content-type'], 'image/jpeg');
  assert.equal((await sharp(full.rawPayload).metadata()).format, 'jpeg');
  // The URL without the query still returns the original image.
  const { dominant } = await sharp((await visitor.get(before.imageUrl)).rawPayload).stats();
  assert.ok(dominant.g < 60);
  assert.equal((await visitor.get(`${before.imageUrl}?v=00000000`)).statusCode, 404);

  const again = await post(editor, API.replaceImage, { imageId, imageUrl });
  assert.deepEqual([again.changed, again.version], [false, version]);
  const stale = problemOf(await editor.post(API.focusImage, { imageId, focus: { x: 0, y: 0 } }, since(3)));
  assert.deepEqual(
    [stale.status, stale.code],
    [409, 'conflict'],
    'The focal point was set on another image.',
  );
});

onBothSites(
  'lists the images of a type in the saved order, and responds 409 to an outdated order',
  async ({ site }) => {
    const editor = await signIn(site);
    const jpeg = await aJpeg();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      ids.push((await addImage(editor, jpeg, { fileName: `${name}.jpg` })).imageId);
    }
    const [a = '', b = '', c = ''] = ids;
    await addImage(editor, jpeg, { fileName: 'product.jpg', type: 1 });
    const order = (imageIds: string[], headers = {}) =>
      post<{ content: Images; version: number; changed: boolean }>(
        editor,
        API.orderImages,
        { imageType: 0, imageIds },
        headers,
      );
    const first = await order([c, a, b]);
    assert.deepEqual([idsOf(first.content), first.changed], [[c, a, b], true]);
    assert.deepEqual(idsOf(await list(editor)), [c, a, b]);
    assert.equal((await order([c, a, b])).changed, false);
    assert.deepEqual(idsOf((await order([b, 'gone'])).content), [b, c, a]);
    const added = await addImage(editor, jpeg, { fileName: 'd.jpg' });
    assert.deepEqual(idsOf(await list(editor)), [b, c, a, added.imageId]);
    const rejected = problemOf(
      await editor.post(API.orderImages, { imageType: 0, imageIds: [c, b, a] }, since(first.version)),
    );
    assert.deepEqual(
      [rejected.status, idsOf(rejected.current?.content as Images)],
      [409, [b, c, a, added.imageId]],
    );
    assert.deepEqual(
      rejected.current?.conflicts?.map(({ item, author }) => [item, author]),
      [[b, 'Dana']],
    );
  },
);

onBothSites('undeletes an image at its former position', async ({ site }) => {
  const editor = await signIn(site);
  const jpeg = await aJpeg();
  const [first, second] = [await addImage(editor, jpeg), await addImage(editor, jpeg)];
  const deleted = async () => (await editor.get(`${API.deletedImages}/0`)).json<DeletedImage[]>();
  assert.deepEqual(await deleted(), []);
  await editor.delete(`${API.deleteImage}/${first.imageId}`);
  const [deletedImage] = await deleted();
  assert.deepEqual([deletedImage?.imageId, deletedImage?.imageName], [first.imageId, 'The field']);
  assert.match(deletedImage?.deletedAt ?? '', /^\d{4}-.*Z$/);
  assert.deepEqual((await editor.get(`${API.deletedImages}/1`)).json(), []);

  const { content, changed } = await post(editor, API.bringBackImage, { imageId: first.imageId });
  assert.deepEqual([content, changed], [first, true]);
  assert.deepEqual(await list(editor), [first, second]);
  for (const url of urlsOf(first)) assert.equal((await editor.get(url)).statusCode, 200, url);
  assert.deepEqual(await deleted(), []);
  assert.equal((await post(editor, API.bringBackImage, { imageId: first.imageId })).changed, false);
});

for (const [days, setting] of [
  [DELETED_IMAGE_DAYS, ''],
  [7, '7'],
] as const)
  test(`does not undelete an image after ${days} days with DELETED_IMAGE_DAYS=${setting}`, async () => {
    let now = Date.now();
    const environment = { DELETED_IMAGE_DAYS: setting };
    await using site = await openImageSite({ now: () => new Date(now), environment });
    const { imageId } = await addImage(site.editor, await aJpeg());
    await site.editor.delete(`${API.deleteImage}/${imageId}`);
    now += (days - 1) * DAY_MS;
    const editor = await signIn(site.site);
    assert.equal((await editor.get(`${API.deletedImages}/0`)).json<unknown[]>().length, 1);
    now += 2 * DAY_MS;
    const later = await signIn(site.site);
    assert.deepEqual((await later.get(`${API.deletedImages}/0`)).json(), []);
    assert.equal((await later.post(API.bringBackImage, { imageId })).statusCode, 404);
    assert.match((await later.get('/admin/dashboard')).body, new RegExp(`"deletedImageDays":${days}[,}]`));
    assert.doesNotMatch((await later.get('/')).body, /deletedImageDays/);
  });
