import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { Image } from '#contract/images.ts';
import { eventually } from '#tests/support/eventually.ts';
import { httpClientOf, type HttpClient } from '#tests/support/http-client.ts';
import { openImageSite, type ImageSite } from '#tests/support/image-site.ts';
import { addImage, aTestImage, urlsOf } from '#tests/support/test-images.ts';
import { sendRequest, listen } from '#tests/support/raw-http.ts';

let site: ImageSite;
let visitor: HttpClient;
let image: Image;
let port: number;
const logged: string[] = [];

before(async () => {
  const stream = { write: (line: string) => void logged.push(line) };
  site = await openImageSite({ logger: { level: 'warn', stream } });
  visitor = httpClientOf(site.site);
  image = await addImage(site.editor, await aTestImage({ width: 800, height: 700 }).jpeg().toBuffer());
  port = await listen(site.site.app);
});
after(() => site[Symbol.asyncDispose]());

const MEDIA_TYPES: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' };

test('serves every image file as immutable, with nosniff and a sandbox policy', async () => {
  for (const url of urlsOf(image)) {
    const { status, headers, body } = await sendRequest(port, url);
    assert.equal(status, 200, url);
    assert.equal(headers['content-type'], MEDIA_TYPES[/\w+$/.exec(url)?.[0] ?? '']);
    assert.equal(headers['content-length'], String(body.length));
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(
      headers['content-security-policy'] ?? '',
      /^default-src 'none';.* frame-ancestors 'none'; sandbox$/,
    );
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
    assert.equal(headers['set-cookie'], undefined);
    const part = await sendRequest(port, url, { headers: { range: 'bytes=20-29' } });
    assert.deepEqual([part.status, part.body], [200, body], 'Images have no parts.');
  }
});

test('responds 304 without a body when If-None-Match matches', async () => {
  const { headers } = await sendRequest(port, image.screenUrl);
  const etag = headers['etag'] ?? '';
  assert.match(etag, /^"[\w-]+"$/);
  for (const known of [etag, `"x", W/${etag}`, '*']) {
    const response = await sendRequest(port, image.screenUrl, { headers: { 'if-none-match': known } });
    assert.deepEqual([response.status, response.bytesAfterHead], [304, 0], known);
    assert.equal(response.headers['etag'], etag);
    assert.equal(response.headers['cache-control'], headers['cache-control']);
    assert.equal(response.headers['content-type'], undefined);
  }
  assert.equal(
    (await sendRequest(port, image.screenUrl, { headers: { 'if-none-match': '"x"' } })).status,
    200,
  );
});

test('responds 400 or 404 to paths that are not image files, and 404 to other methods', async () => {
  const name = image.imageUrl.slice('/images/'.length);
  for (const path of [
    '',
    '..',
    `${name}.337.webp`,
    `${name}.336.webp.336.webp`,
    `${name}/`,
    name.toUpperCase(),
    name.replace('.jpg', '.png'),
    '__proto__',
    '../../package.json',
    '..%2f..%2fscalehouse.sqlite',
    '%2e%2e/secrets/upload-signing',
    `%2e%2e/images/${name}`,
    `a/../${name}`,
  ]) {
    const response = await sendRequest(port, `/images/${path}`);
    assert.ok([400, 404].includes(response.status), `${path} responds ${response.status}`);
    assert.doesNotMatch(response.headers['cache-control'] ?? '', /immutable/);
  }
  for (const method of ['PUT', 'POST', 'DELETE']) {
    assert.equal((await sendRequest(port, image.imageUrl, { method })).status, 404);
  }
});

test('responds 404 for a file that is missing on disk', async () => {
  const lost = await addImage(site.editor, await aTestImage().jpeg().toBuffer());
  await rm(join(site.dataDir, 'files', lost.imageUrl));
  assert.equal((await visitor.get(lost.imageUrl)).statusCode, 404);
  assert.equal((await visitor.get(lost.screenUrl)).statusCode, 200);
});

test('serves no empty file and no page of HTML as an image, and caches no such response', async () => {
  const damaged = await addImage(site.editor, await aTestImage().jpeg().toBuffer());
  for (const content of ['', '<!doctype html><title>Bad gateway</title>']) {
    for (const url of urlsOf(damaged)) {
      await writeFile(join(site.dataDir, 'files', url), content);
      const { status, headers, body } = await sendRequest(port, url);
      assert.deepEqual([status, headers['cache-control']], [503, 'no-store'], url);
      assert.match(headers['content-type'] ?? '', /^application\/problem\+json/);
      assert.equal(headers['etag'], undefined);
      assert.ok(!body.includes('Bad gateway'));
    }
  }
  // A page has many images.
  assert.equal(logged.filter((line) => line.includes('is damaged')).length, 1);
});

test('sends the screen rendition while it makes a phone rendition of an older image', async () => {
  const { phoneUrl, screenUrl } = await addImage(
    site.editor,
    await aTestImage({ width: 1600 }).jpeg().toBuffer(),
  );
  await rm(join(site.dataDir, 'files', phoneUrl));
  const { status, headers } = await sendRequest(port, phoneUrl);
  assert.deepEqual([status, headers['location'], headers['cache-control']], [307, screenUrl, 'no-store']);
  const made = await eventually(async () => {
    const response = await visitor.get(phoneUrl);
    assert.equal(response.statusCode, 200);
    return response;
  });
  assert.equal(made.headers['content-type'], 'image/avif');
  assert.equal((await sharp(made.rawPayload).metadata()).width, 800);
});
