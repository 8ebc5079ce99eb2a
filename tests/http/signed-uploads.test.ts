import assert from 'node:assert/strict';
import { UPLOAD_MAX_BYTES, UPLOAD_URL_LIFE_S } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { signIn } from '#tests/support/http-client.ts';
import { onBothStores, type FileLocation } from '#tests/support/on-both-stores.ts';
import { openImageSite } from '#tests/support/image-site.ts';
import { requestUpload, aTestImage, idIn, urlsOf } from '#tests/support/test-images.ts';
import { listen } from '#tests/support/raw-http.ts';

async function openSite({ environment, settings }: FileLocation) {
  await using cleanup = new AsyncDisposableStack();
  const clock = { ms: Date.now() };
  const { site, editor } = cleanup.use(await openImageSite({ environment, now: () => new Date(clock.ms) }));
  const address = `http://127.0.0.1:${await listen(site.app)}`;
  const files = await openFiles(settings);
  const everything = cleanup.move();
  return {
    site,
    editor,
    clock,
    keys: async () => (await Array.fromAsync(files.list())).map(({ key }) => key),

    async put(uploadUrl: string, body: Buffer, { contentType = 'image/jpeg', method = 'PUT' } = {}) {
      const url = new URL(uploadUrl, address);
      const request: RequestInit = {
        method,
        headers: {
          'content-type': contentType,
          ...(url.origin === address && { cookie: editor.cookie }),
        },
        body: new Uint8Array(body),
      };
      const response = await fetch(url, request);
      await response.arrayBuffer();
      return response.status;
    },

    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

const bytes = await aTestImage({ width: 800, height: 600 }).jpeg().toBuffer();
const SIGNED = { fileName: 'a.jpg', contentType: 'image/jpeg', size: String(bytes.length) };

onBothStores(
  'stores an upload, publishes it when it is saved, and stops serving it when it is deleted',
  async (location) => {
    await using site = await openSite(location);
    const { editor } = site;
    const { uploadUrl, fileUrl } = await requestUpload(editor, SIGNED);
    assert.equal(await site.put(uploadUrl, bytes), 200);
    assert.deepEqual(await site.keys(), [`uploads/${fileUrl.slice('/images/'.length)}`]);
    const response = await editor.post(API.saveImage, {
      imageId: idIn(fileUrl),
      imageUrl: fileUrl,
      imageName: 'The field',
      imageType: 0,
    });
    assert.equal(response.statusCode, 200, response.body);
    const image = response.json<{ content: Parameters<typeof urlsOf>[0] }>().content;
    assert.deepEqual(
      (await site.keys()).sort(),
      urlsOf(image)
        .map((url) => url.slice(1))
        .sort(),
    );
    for (const url of urlsOf(image)) {
      const { statusCode, headers, rawPayload } = await editor.get(url);
      assert.deepEqual(
        [statusCode, headers['cache-control'], headers['content-length']],
        [200, 'public, max-age=31536000, immutable', String(rawPayload.length)],
      );
      const known = { 'if-none-match': String(headers['etag']) };
      assert.equal((await editor.get(url, known)).statusCode, 304);
    }
    await editor.delete(`${API.deleteImage}/${image.imageId}`);
    for (const url of urlsOf(image)) assert.equal((await editor.get(url)).statusCode, 404);
  },
);

const nameOf = (url: string) => url.slice('/images/'.length);

const withChangedCharacter = (url: string, parameter: RegExp) =>
  url.replace(parameter, (found) => `${found.slice(0, -1)}${found.endsWith('0') ? '1' : '0'}`);
const SIGNATURE = /signature=[\w-]+/i;
const EXPIRY = /expires=\d+/i;

onBothStores(
  'rejects an upload that differs from its signature in file, method, type or size',
  async (location) => {
    await using site = await openSite(location);
    const { uploadUrl, fileUrl } = await requestUpload(site.editor, SIGNED);
    const other = await requestUpload(site.editor, SIGNED);

    for (const [what, status] of Object.entries({
      'wrong signature': await site.put(withChangedCharacter(uploadUrl, SIGNATURE), bytes),
      'changed expiry': await site.put(withChangedCharacter(uploadUrl, EXPIRY), bytes),
      'no signature': await site.put(uploadUrl.split('?')[0] ?? '', bytes),
      'swapped key': await site.put(uploadUrl.replace(nameOf(fileUrl), nameOf(other.fileUrl)), bytes),
      'public key': await site.put(uploadUrl.replace('uploads/', 'images/'), bytes),
      'swapped method': await site.put(uploadUrl, bytes, { method: 'POST' }),
      deleting: await site.put(uploadUrl, bytes, { method: 'DELETE' }),
      'swapped type': await site.put(uploadUrl, bytes, { contentType: 'image/png' }),
      'one byte more': await site.put(uploadUrl, Buffer.concat([bytes, Buffer.alloc(1)])),
      'one byte less': await site.put(uploadUrl, bytes.subarray(1)),
    })) {
      assert.ok(status >= 400 && status < 600, `${what} responds ${status}`);
      assert.deepEqual(await site.keys(), [], what);
    }
    assert.equal(await site.put(uploadUrl, bytes), 200);
  },
);

onBothStores('accepts an upload URL for five minutes', async (location) => {
  await using site = await openSite(location);
  const now = site.clock.ms;
  site.clock.ms = now - (UPLOAD_URL_LIFE_S + 5) * 1000;
  const old = await requestUpload(site.editor, SIGNED);
  site.clock.ms = now - (UPLOAD_URL_LIFE_S - 30) * 1000;
  const young = await requestUpload(site.editor, SIGNED);
  site.clock.ms = now;
  assert.equal(await site.put(old.uploadUrl, bytes), 403);
  assert.deepEqual(await site.keys(), []);
  assert.equal(await site.put(young.uploadUrl, bytes), 200);
});

onBothStores('replaces an upload that is sent again, but never a saved image', async (location) => {
  await using site = await openSite(location);
  const { uploadUrl, fileUrl } = await requestUpload(site.editor, { fileName: 'a.jpg' });
  assert.equal(await site.put(uploadUrl, Buffer.from('not an image')), 200);
  assert.equal(await site.put(uploadUrl, bytes), 200);
  const save = { imageId: idIn(fileUrl), imageUrl: fileUrl, imageName: '', imageType: 0 };
  assert.equal((await site.editor.post(API.saveImage, save)).statusCode, 200);
  const shown = (await site.editor.get(fileUrl)).rawPayload;
  assert.equal(await site.put(uploadUrl, Buffer.from('something else')), 200);
  assert.ok(shown.equals((await site.editor.get(fileUrl)).rawPayload));
  assert.equal((await site.editor.post(API.saveImage, save)).json<{ changed: boolean }>().changed, false);
  assert.ok(shown.equals((await site.editor.get(fileUrl)).rawPayload));
});

onBothStores('does not save an upload over the size limit, and deletes it', async (location) => {
  await using site = await openSite(location);
  const { uploadUrl, fileUrl } = await requestUpload(site.editor, { fileName: 'a.jpg' });
  const large = Buffer.concat([bytes, Buffer.alloc(UPLOAD_MAX_BYTES)]);
  // The server rejects it early and closes the connection, so the client may not see the response.
  const status = await site.put(uploadUrl, large).catch(() => 0);
  const codes = { disk: 'nothing-uploaded', S3: 'file-too-large' };
  assert.ok(location.kind === 'S3' ? status === 200 : [0, 413].includes(status), String(status));
  const response = await site.editor.post(API.saveImage, {
    imageId: idIn(fileUrl),
    imageUrl: fileUrl,
    imageName: '',
    imageType: 0,
  });
  assert.deepEqual(
    [response.statusCode, response.json<{ code: string }>().code],
    [400, codes[location.kind]],
  );
  assert.deepEqual(await site.keys(), []);
});

onBothStores('rejects a save more than a day after the upload', async (location) => {
  await using site = await openSite(location);
  const { uploadUrl, fileUrl } = await requestUpload(site.editor, SIGNED);
  assert.equal(await site.put(uploadUrl, bytes), 200);
  site.clock.ms += 24 * 60 * 60_000 + 5_000;
  const save = { imageId: idIn(fileUrl), imageUrl: fileUrl, imageName: '', imageType: 0 };
  const later = await signIn(site.site);
  const response = await later.post(API.saveImage, save);
  assert.deepEqual([response.statusCode, response.json<{ code: string }>().code], [400, 'nothing-uploaded']);
  site.clock.ms -= 10_000;
  assert.equal((await later.post(API.saveImage, save)).statusCode, 200);
});
