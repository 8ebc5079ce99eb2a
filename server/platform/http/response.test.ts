import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { sendRequest } from '#tests/support/raw-http.ts';
import {
  acceptedEncoding,
  prepareFromBrotli,
  prepareResponse,
  prepareResponseFrom,
  sendPrepared,
  type PreparedResponse,
} from './response.ts';

const BODY = Buffer.from('Corn and soybeans. '.repeat(100));

const CHOICES: Record<string, [header: string | undefined, choice: 'br' | 'gzip' | 'identity'][]> = {
  'returns identity when no supported encoding is named': [
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['deflate, zstd', 'identity'],
  ],
  'returns the best compression of the named encodings, in any order': [
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip;q=1', 'br'],
    ['GZIP', 'gzip'],
    ['\tgzip ;q=1 , br ; q=0.5 ', 'br'],
  ],
  'never returns a compression with q=0': [
    ['br;q=0', 'identity'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0.001', 'gzip'],
    ['gzip, br; Q=0', 'gzip'],
    ['identity;q=0', 'identity'],
  ],
  'applies * to every encoding that is not named': [
    ['*', 'br'],
    ['*;q=0.5', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0, *;q=0.1', 'br'],
    ['gzip, *;q=0', 'gzip'],
  ],
  'ignores invalid parts of the header': [
    [',,,', 'identity'],
    [';q=1', 'identity'],
    ['br;q=high', 'identity'],
    ['brotli', 'identity'],
    ['__proto__, constructor', 'identity'],
    [';;;gzip', 'identity'],
    ['br;q=-1, gzip', 'gzip'],
  ],
};

for (const [sentence, choices] of Object.entries(CHOICES)) {
  test(sentence, () => {
    for (const [header, choice] of choices) assert.equal(acceptedEncoding(header), choice, String(header));
  });
}

test('parses Accept-Encoding correctly when its cache is full', () => {
  for (let q = 1; q <= 1000; q += 1) assert.equal(acceptedEncoding(`gzip;q=${q / 1000}`), 'gzip');
  assert.equal(acceptedEncoding('br;q=0, gzip'), 'gzip');
});

test('creates variants of the same content with their headers and distinct strong ETags', async () => {
  const { variants } = await aResponse();
  assert.deepEqual(variants.identity.body, BODY);
  assert.deepEqual(gunzipSync(variants.gzip.body), BODY);
  assert.deepEqual(brotliDecompressSync(variants.br.body), BODY);

  const tags = Object.values(variants).map(({ etag }) => etag);
  assert.equal(new Set(tags).size, 3);
  for (const tag of tags) assert.match(tag, /^"[\w-]{27}"$/);
  for (const [name, { body, etag, headers }] of Object.entries(variants)) {
    assert.deepEqual(
      headers,
      [
        ['content-type', 'text/plain'],
        ['vary', 'accept-encoding'],
        ['etag', etag],
        ['content-length', String(body.length)],
        name === 'identity' ? [] : ['content-encoding', name],
      ].flat(),
    );
  }
});

test('compresses smaller with the best effort, under another ETag', async () => {
  const text = Buffer.from(Array.from({ length: 3000 }, (_, n) => `${n * 7919} bushels`).join(', '));
  const quick = await prepareResponse({ status: 200, headers: {}, body: text }, 'quick');
  const best = await prepareResponse({ status: 200, headers: {}, body: text }, 'best');
  assert.ok(best.variants.br.body.length < quick.variants.br.body.length);
  assert.notEqual(best.variants.br.etag, quick.variants.br.etag);
  assert.equal(best.variants.identity.etag, quick.variants.identity.etag);
});

test('creates the same variants of a long body, which is not compressed immediately', async () => {
  const body = Buffer.alloc(200_000, 'Corn and soybeans. ');
  const { variants } = await prepareResponse({ status: 200, headers: {}, body }, 'quick');
  assert.deepEqual(variants.identity.body, body);
  assert.deepEqual(gunzipSync(variants.gzip.body), body);
  assert.deepEqual(brotliDecompressSync(variants.br.body), body);
});

test('creates the other variants of a body that was compressed in advance', () => {
  const body = Buffer.alloc(5000, 'Corn and soybeans. ');
  const { variants } = prepareFromBrotli(brotliCompressSync(body), { 'content-type': 'text/css' });
  assert.deepEqual(brotliDecompressSync(variants.br.body), body);
  assert.deepEqual(gunzipSync(variants.gzip.body), body);
  assert.deepEqual(variants.identity.body, body);
  assert.equal(variants.gzip, variants.gzip);
});

test('sends a file without compressed variants unchanged', async () => {
  await using server = await serve(prepareResponseFrom({ identity: BODY }, { 'content-type': 'image/png' }));
  const { headers, body } = await server.sendRequest({ 'accept-encoding': 'br, gzip' });
  assert.equal(headers['content-encoding'], undefined);
  assert.deepEqual(body, BODY);
});

test('sends the accepted variant with its length and headers', async () => {
  const prepared = await aResponse();
  await using server = await serve(prepared);
  for (const encoding of ['identity', 'gzip', 'br'] as const) {
    const { status, headers, body } = await server.sendRequest({ 'accept-encoding': encoding });
    assert.equal(status, 200);
    assert.deepEqual(body, prepared.variants[encoding].body);
    assert.equal(headers['content-length'], String(body.length));
    assert.equal(headers['content-encoding'], encoding === 'identity' ? undefined : encoding);
    assert.equal(headers['vary'], 'accept-encoding');
    assert.equal(headers['content-type'], 'text/plain');
  }
});

test('responds to HEAD with the headers of GET and no body', async () => {
  const prepared = await aResponse();
  await using server = await serve(prepared);
  const get = await server.sendRequest({ 'accept-encoding': 'br' });
  const head = await server.sendRequest({ 'accept-encoding': 'br' }, 'HEAD');
  assert.equal(head.status, 200);
  assert.deepEqual(head.lines, get.lines);
  assert.equal(head.bytesAfterHead, 0);
});

test('responds 304 without a body when If-None-Match matches', async () => {
  const prepared = await aResponse();
  await using server = await serve(prepared);
  const { etag } = prepared.variants.br;
  const known = [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "third"`, '*', `"", ${etag}`];
  for (const tags of known) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, bytesAfterHead } = await server.sendRequest(
        { 'accept-encoding': 'br', 'if-none-match': tags },
        method,
      );
      assert.equal(status, 304, tags);
      assert.equal(bytesAfterHead, 0);
      assert.equal(headers['etag'], etag);
      assert.equal(headers['vary'], 'accept-encoding');
      for (const name of ['content-type', 'content-length', 'content-encoding']) {
        assert.equal(headers[name], undefined, name);
      }
    }
  }
});

test('responds 200 with the body when If-None-Match does not match', async () => {
  const prepared = await aResponse();
  await using server = await serve(prepared);
  const { br, gzip, identity } = prepared.variants;
  const unknown = ['', gzip.etag, identity.etag, '"other"', br.etag.slice(1, -1), `${br.etag}x`, 'W/', '"*"'];
  for (const tags of unknown) {
    const { status, body } = await server.sendRequest({ 'accept-encoding': 'br', 'if-none-match': tags });
    assert.equal(status, 200, tags);
    assert.deepEqual(body, br.body);
  }
});

test('responds with an error status even when If-None-Match matches', async () => {
  const prepared = await prepareResponse({ status: 404, headers: {}, body: BODY }, 'quick');
  await using server = await serve(prepared);
  for (const tags of ['*', prepared.variants.identity.etag]) {
    assert.equal((await server.sendRequest({ 'if-none-match': tags })).status, 404);
  }
});

function aResponse(): Promise<PreparedResponse> {
  return prepareResponse({ status: 200, headers: { 'content-type': 'text/plain' }, body: BODY }, 'quick');
}

async function serve(prepared: PreparedResponse) {
  const server = createServer((request, response) => sendPrepared(request, response, prepared));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    sendRequest: (headers: Record<string, string>, method = 'GET') =>
      sendRequest(port, '/', { method, headers }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
