import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { sendRequest } from '#tests/support/raw-http.ts';
import {
  acceptedEncoding,
  prepare,
  prepareResponse,
  sendPrepared,
  type PreparedResponse,
} from './response.ts';

type Variant = ReturnType<PreparedResponse['variant']>;

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

test('creates variants of the same content with their headers and distinct strong ETags', async () => {
  const { variant } = aResponse();
  const variants = { identity: variant('identity'), gzip: variant('gzip'), br: variant('br') };
  assert.deepEqual(variants.identity.body, BODY);
  assert.deepEqual(gunzipSync(variants.gzip.body), BODY);
  assert.deepEqual(brotliDecompressSync(variants.br.body), BODY);

  const tags = Object.values(variants).map(({ etag }) => etag);
  assert.equal(new Set(tags).size, 3);
  for (const tag of tags) assert.match(tag, /^"[\w-]{27}"$/);
  for (const [name, { body, etag, headers }] of Object.entries(variants)) {
    assert.deepEqual(headers, {
      'content-type': 'text/plain',
      vary: 'accept-encoding',
      etag,
      'content-length': body.length,
      ...(name !== 'identity' && { 'content-encoding': name }),
    });
  }
});

test('sends a file without compressed variants unchanged', async () => {
  await using server = await serve(prepare({ 'content-type': 'image/png' }, { identity: () => BODY }));
  const { headers, body } = await server.sendRequest({ 'accept-encoding': 'br, gzip' });
  assert.equal(headers['content-encoding'], undefined);
  assert.deepEqual(body, BODY);
});

test('sends the accepted variant with its length and headers', async () => {
  const prepared = aResponse();
  await using server = await serve(prepared);
  for (const encoding of ['identity', 'gzip', 'br'] as const) {
    const { status, headers, body } = await server.sendRequest({ 'accept-encoding': encoding });
    assert.equal(status, 200);
    assert.deepEqual(body, prepared.variant(encoding).body);
    assert.equal(headers['content-length'], String(body.length));
    assert.equal(headers['content-encoding'], encoding === 'identity' ? undefined : encoding);
    assert.equal(headers['vary'], 'accept-encoding');
    assert.equal(headers['content-type'], 'text/plain');
  }
});

test('responds to HEAD with the headers of GET and no body', async () => {
  const prepared = aResponse();
  await using server = await serve(prepared);
  const get = await server.sendRequest({ 'accept-encoding': 'br' });
  const head = await server.sendRequest({ 'accept-encoding': 'br' }, 'HEAD');
  assert.equal(head.status, 200);
  assert.deepEqual(head.lines, get.lines);
  assert.equal(head.bytesAfterHead, 0);
});

test('responds 304 without a body when If-None-Match matches', async () => {
  const prepared = aResponse();
  await using server = await serve(prepared);
  const { etag } = prepared.variant('br');
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
  const prepared = aResponse();
  await using server = await serve(prepared);
  const [br, gzip, identity] = (['br', 'gzip', 'identity'] as const).map(prepared.variant) as [
    Variant,
    Variant,
    Variant,
  ];
  const unknown = ['', gzip.etag, identity.etag, '"other"', br.etag.slice(1, -1), `${br.etag}x`, 'W/', '"*"'];
  for (const tags of unknown) {
    const { status, body } = await server.sendRequest({ 'accept-encoding': 'br', 'if-none-match': tags });
    assert.equal(status, 200, tags);
    assert.deepEqual(body, br.body);
  }
});

test('responds with an error status even when If-None-Match matches', async () => {
  const prepared = prepareResponse({ status: 404, headers: {}, body: BODY });
  await using server = await serve(prepared);
  for (const tags of ['*', prepared.variant('identity').etag]) {
    assert.equal((await server.sendRequest({ 'if-none-match': tags })).status, 404);
  }
});

const aResponse = () =>
  prepareResponse({ status: 200, headers: { 'content-type': 'text/plain' }, body: BODY });

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
