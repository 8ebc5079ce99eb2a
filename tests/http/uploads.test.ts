import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { UPLOAD_MAX_BYTES } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { onSite, signIn } from '#tests/support/http-client.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openImageSite } from '#tests/support/image-site.ts';
import { requestUpload, aTestImage, idIn, storedFiles, upload } from '#tests/support/test-images.ts';
import { exchange, listen, open, parseResponses, readToEnd, requestText } from '#tests/support/raw-http.ts';

const asProblem = (response: { statusCode: number; json(): unknown }) => {
  const { code, errors } = response.json() as Problem;
  return [response.statusCode, code, errors?.[0]?.field];
};

const NAMES: [fileName: string, slug: string][] = [
  ['Harvest 2026.JPEG', 'harvest-2026.jpg'],
  ['Ernte-Größe é ñ.png', 'ernte-gro-e-e-n.png'],
  ['収穫.webp', 'picture.webp'],
  ['🌾.gif', 'picture.gif'],
  ['../../../etc/passwd.jpg', 'etc-passwd.jpg'],
  [String.raw`C:\fakepath\a.avif`, 'c-fakepath-a.avif'],
  ['.jpg', 'picture.jpg'],
  [`${'x'.repeat(490)}.jpg`, `${'x'.repeat(60)}.jpg`],
  ['a%2f..%5cb%00.jpg', 'a-2f-5cb-00.jpg'],
  ['<script>alert(1)</script>.jpg', 'script-alert-1-script.jpg'],
  ['IMG_0001.HEIC', 'img-0001.jpg'],
];

test('derives a safe and unique file name from any name', async () => {
  await using site = await openImageSite();
  for (const [fileName, slug] of NAMES) {
    const { uploadUrl, fileUrl } = await requestUpload(site.editor, { fileName });
    const [base, extension] = slug.split('.');
    assert.match(fileUrl, new RegExp(`^/images/${base}-[0-9a-f]{16}\\.${extension}$`), fileName);
    assert.ok(uploadUrl.startsWith(`${API.uploads}/${fileUrl.slice('/images/'.length)}?`));
  }
  const urls = await Promise.all(
    Array.from({ length: 20 }, async () => (await requestUpload(site.editor, { fileName: 'a.jpg' })).fileUrl),
  );
  assert.equal(new Set(urls).size, 20);
  const byType = { fileName: 'no ending', contentType: 'image/png', size: '5' };
  assert.match((await requestUpload(site.editor, byType)).fileUrl, /\.png$/);
});

test('rejects an invalid file name, type or size before the upload', async () => {
  await using site = await openImageSite();
  const field = 'querystring/fileName';
  for (const [query, ...expected] of [
    [{}, 'invalid', field],
    [{ fileName: '' }, 'invalid', field],
    [{ fileName: 'x'.repeat(501) }, 'invalid', field],
    [{ fileName: 'a.svg' }, 'not-a-picture', field],
    [{ fileName: 'a.pdf' }, 'not-a-picture', field],
    [{ fileName: 'a' }, 'not-a-picture', field],
    [{ fileName: 'jpg' }, 'not-a-picture', field],
    [{ fileName: 'a.__proto__' }, 'not-a-picture', field],
    [{ fileName: 'a.jpg', contentType: 'image/svg+xml' }, 'not-a-picture', field],
    [{ fileName: 'a.jpg', size: 'x' }, 'invalid', 'querystring/size'],
    [{ fileName: 'a.jpg', size: String(UPLOAD_MAX_BYTES + 1) }, 'file-too-large', 'querystring/size'],
  ] as const) {
    const response = await site.editor.get(`${API.presignedUrl}?${new URLSearchParams({ ...query })}`);
    assert.deepEqual(asProblem(response), [400, ...expected], JSON.stringify(query));
  }
});

test('accepts any content type when none was signed, and does not serve an unsaved upload', async () => {
  await using site = await openImageSite();
  const { editor, dataDir } = site;
  const bytes = await aTestImage().jpeg().toBuffer();
  for (const type of ['image/jpeg', 'application/json', 'multipart/form-data']) {
    const { imageUrl } = await upload(editor, bytes, { contentType: type });
    const fileName = imageUrl.slice('/images/'.length);
    assert.ok((await storedFiles(dataDir)).includes(`uploads/${fileName}`));
    for (const url of [
      imageUrl,
      `/uploads/${fileName}`,
      `/files/uploads/${fileName}`,
      `/images/../uploads/${fileName}`,
      `/images/..%2fuploads%2f${fileName}`,
      `/images/uploads/${fileName}`,
    ]) {
      assert.ok([400, 404].includes((await editor.get(url)).statusCode), url);
    }
  }
});

const aLargeImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false });

async function half(image: Sharp): Promise<Buffer> {
  const bytes = await image.toBuffer();
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

const UNSUPPORTED: [name: string, code: string, bytes: Buffer][] = [
  ['empty', 'empty', Buffer.alloc(0)],
  ['text', 'not-a-picture', Buffer.from('A note about the harvest')],
  ['SVG', 'not-a-picture', Buffer.from('<?xml version="1.0"?><svg width="9" height="9"/>')],
  ['TIFF', 'not-a-picture', await aTestImage().tiff().toBuffer()],
  ['HTML', 'not-a-picture', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['HEIC without an image', 'broken', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['half a JPEG', 'broken', await half(aTestImage({ width: 300, height: 300 }).jpeg())],
  ['half an AVIF', 'broken', await half(aTestImage({ width: 300, height: 300 }).avif())],
  ['60 million pixels', 'too-many-pixels', await aLargeImage(10_000, 6_000).png().toBuffer()],
];

onSite(
  'rejects and deletes files that are not images of a supported format',
  async ({ site, testDatabase }) => {
    const editor = await signIn(site);
    for (const [name, code, bytes] of UNSUPPORTED) {
      const save = await upload(editor, bytes);
      const response = await editor.post(API.saveImage, save);
      assert.deepEqual(asProblem(response), [400, code, 'body/imageUrl'], `${name}: ${response.body}`);
      assert.deepEqual(await storedFiles(testDatabase.options.dataDir), [], name);
      assert.deepEqual(asProblem(await editor.post(API.saveImage, save)).slice(0, 2), [
        400,
        'nothing-uploaded',
      ]);
    }
    assert.deepEqual((await editor.get(`${API.images}/0`)).json(), []);
  },
);

test('rejects a save with an invalid URL, id, name or type, and accepts an absolute URL', async () => {
  await using site = await openImageSite();
  const save = await upload(site.editor, await aTestImage().jpeg().toBuffer());
  const { fileUrl } = await requestUpload(site.editor, { fileName: 'never-sent.jpg' });
  for (const [change, field] of [
    [{ imageId: idIn(fileUrl) }, 'body/imageId'],
    [{ imageId: '../x' }, 'body/imageId'],
    [{ imageUrl: fileUrl, imageId: idIn(fileUrl) }, 'body/imageUrl'],
    [{ imageUrl: `/other/${save.imageId}.jpg` }, 'body/imageUrl'],
    [{ imageUrl: `/images/a/../../${save.imageId}.jpg` }, 'body/imageUrl'],
    [{ imageUrl: `/images/${save.imageId}.svg` }, 'body/imageUrl'],
    [{ imageUrl: 'http://[' }, 'body/imageUrl'],
    [{ imageUrl: 'x'.repeat(2001) }, 'body/imageUrl'],
    [{ imageName: 'x'.repeat(201) }, 'body/imageName'],
    [{ imageName: '\0' }, 'body/imageName'],
    [{ imageType: 2 }, 'body/imageType'],
    [{ imageType: '0' }, 'body/imageType'],
  ] as const) {
    const response = await site.editor.post(API.saveImage, { ...save, ...change });
    assert.equal(response.statusCode, 400, JSON.stringify(change));
    assert.equal(response.json<Problem>().errors?.[0]?.field, field, JSON.stringify(change));
  }
  const absolute = { ...save, imageUrl: `https://coop.example${save.imageUrl}?v=1` };
  assert.equal((await site.editor.post(API.saveImage, absolute)).statusCode, 200);
});

async function openListening() {
  await using cleanup = new AsyncDisposableStack();
  const site = cleanup.use(await openImageSite());
  const port = await listen(site.site.app);
  const { uploadUrl } = await requestUpload(site.editor, { fileName: 'a.jpg' });
  const head = (headers: Record<string, string>, method = 'PUT', url = uploadUrl) =>
    requestText(url, { method, headers: { cookie: site.editor.cookie, ...headers } });
  const everything = cleanup.move();
  return { ...site, port, head, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

test('rejects a file over the size limit, by its length or while receiving it, and deletes it', async () => {
  await using site = await openListening();
  const { port, head, dataDir } = site;
  const [early] = await exchange(port, head({ 'content-length': String(UPLOAD_MAX_BYTES + 1) }));
  assert.deepEqual(
    [early?.status, early?.json().code, early?.json().errors[0].field],
    [413, 'file-too-large', 'body'],
  );

  const socket = await open(port);
  const received = readToEnd(socket);
  socket.write(head({ 'transfer-encoding': 'chunked' }));
  const chunk = Buffer.alloc(1024 * 1024);
  for (let n = 0; n <= UPLOAD_MAX_BYTES / chunk.length && socket.writable; n += 1) {
    socket.write(`${chunk.length.toString(16)}\r\n`);
    socket.write(chunk);
    socket.write('\r\n');
  }
  const [response] = parseResponses(await received);
  assert.deepEqual([response?.status, response?.json().code], [413, 'file-too-large']);
  assert.deepEqual(await storedFiles(dataDir), []);
});

test('rejects an upload in chunks that is shorter than signed, and deletes it', async () => {
  await using site = await openListening();
  const { uploadUrl } = await requestUpload(site.editor, { fileName: 'a.jpg', size: '5' });
  const request = `${site.head({ 'transfer-encoding': 'chunked' }, 'PUT', uploadUrl)}4\r\nabcd\r\n0\r\n\r\n`;
  const [response] = await exchange(site.port, request);
  assert.deepEqual([response?.status, response?.json().code], [403, 'upload-not-as-signed']);
  assert.deepEqual(await storedFiles(site.dataDir), []);
});

test('deletes an incomplete upload', async () => {
  await using site = await openListening();
  const { port, head, dataDir } = site;
  const socket = await open(port);
  socket.write(head({ 'content-length': '100000' }));
  socket.write(Buffer.alloc(50_000));
  await eventually(async () => assert.equal((await storedFiles(dataDir)).length, 1));
  socket.destroy();
  await eventually(async () => assert.deepEqual(await storedFiles(dataDir), []));
});

test('exempts only signed uploads with a session from the request timeout', async () => {
  await using site = await openListening();
  const { port, head, dataDir } = site;
  // The server checks its timeouts once a second.
  Object.assign(site.site.app.server, { headersTimeout: 400, requestTimeout: 500 });
  const rejectedAfter = async (text: string) => {
    const socket = await open(port);
    socket.write(text);
    socket.write('x');
    return parseResponses(await readToEnd(socket)).at(0)?.status;
  };
  const length = { 'content-length': '4' };
  const others = Promise.all([
    rejectedAfter(head({ ...length, cookie: '' })),
    rejectedAfter(head(length).replace('signature=', 'signature=x')),
    rejectedAfter(
      head({ ...length, 'content-type': 'application/json' }, 'POST').replace(/ \S+ /, ` ${API.saveImage} `),
    ),
  ]);
  const socket = await open(port);
  const received = readToEnd(socket);
  socket.write(head({ ...length, connection: 'keep-alive' }));
  socket.write('a');
  // The last one goes to another endpoint, so the request timeout ends it.
  assert.deepEqual(await others, [401, 403, 408]);
  assert.equal((await storedFiles(dataDir)).length, 1);
  socket.write('bcd');
  await eventually(async () => assert.match((await storedFiles(dataDir)).join(' '), /^uploads\/a-\w+\.jpg$/));
  // The request timeout applies again to the next request on the same connection.
  socket.write(head({ ...length, 'content-type': 'application/json' }, 'POST'));
  assert.deepEqual(
    parseResponses(await received).map(({ status }) => status),
    [200, 408],
  );
});
