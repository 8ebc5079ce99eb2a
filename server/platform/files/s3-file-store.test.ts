import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { describe, test } from 'node:test';
import { DomainError } from '#server/platform/errors.ts';
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { freshBucket } from '#tests/support/on-both-stores.ts';
import { NO_S3_SERVER } from '#tests/support/s3-server.ts';
import { createS3Files, openS3Files } from './s3-file-store.ts';

const skip = NO_S3_SERVER;
/** Idle timeout, long enough for a busy server. */
const IDLE_TIMEOUT_MS = 1000;
/** Idle timeout for tests in which every request fails. */
const SHORT_IDLE_TIMEOUT_MS = 300;
const BYTES = Buffer.alloc(50_000, 'x');

async function openThroughProxy({ idleTimeoutMs = IDLE_TIMEOUT_MS } = {}) {
  await using cleanup = new AsyncDisposableStack();
  const storage = await freshBucket();
  const proxy = cleanup.use(await startFaultyProxy(storage.endpoint));
  const proxied = { ...storage, endpoint: proxy.url };
  const files = createS3Files(proxied, { idleTimeoutMs });
  await files.save('images/a.jpg', Readable.from([BYTES]));
  const everything = cleanup.move();
  return { files, proxy, storage, proxied, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

// Concurrent, because these tests mostly wait.
void describe('when the store fails', { concurrency: true }, () => {
  for (const fault of ['503', 'no response', 'reset'] as const) {
    void test(`retries after a temporary fault: ${fault}`, { skip }, async () => {
      await using store = await openThroughProxy();
      const { files, proxy } = store;
      proxy.fail(fault, 1);
      await files.save('images/b.jpg', Readable.from([BYTES]));
      proxy.fail(fault, 1);
      assert.equal((await files.find('images/b.jpg'))?.size, BYTES.length);
      proxy.fail(fault, 1);
      assert.equal((await Array.fromAsync(files.list())).length, 2);
      proxy.fail(fault, 1);
      await files.remove('images/b.jpg');
      assert.equal(await files.find('images/b.jpg'), undefined);
    });

    void test(
      `throws UnavailableError and changes nothing during a lasting fault: ${fault}`,
      { skip },
      async () => {
        await using store = await openThroughProxy({ idleTimeoutMs: SHORT_IDLE_TIMEOUT_MS });
        const { files, proxy } = store;
        const known = await files.find('images/a.jpg');
        proxy.fail(fault);
        const expected = { name: 'UnavailableError', code: 'files-unavailable' };
        await assert.rejects(files.save('images/a.jpg', Readable.from([Buffer.from('new')])), expected);
        await assert.rejects(files.find('images/a.jpg'), expected);
        await assert.rejects(files.remove('images/a.jpg'), expected);
        await assert.rejects(Array.fromAsync(files.list()), expected);
        await assert.rejects(known?.stream().toArray() ?? Promise.resolve(), expected);
        proxy.fail('none');
        assert.ok(BYTES.equals(Buffer.concat((await known?.stream().toArray()) ?? [])));
      },
    );
  }
});

test('throws when a download is truncated', { skip }, async () => {
  await using store = await openThroughProxy();
  const known = await store.files.find('images/a.jpg');
  store.proxy.fail('truncated');
  await assert.rejects(known?.stream().toArray() ?? Promise.resolve(), {
    name: 'UnavailableError',
    code: 'files-unavailable',
  });
});

test('throws when a file is replaced while it is read', { skip }, async () => {
  await using store = await openThroughProxy();
  const known = await store.files.find('images/a.jpg');
  await store.files.save('images/a.jpg', Readable.from([Buffer.from('new')]));
  await assert.rejects(known?.stream().toArray() ?? Promise.resolve(), /returned error 412/);
});

test('rejects wrong settings at startup and names the variable', { skip }, async () => {
  const storage = await freshBucket();
  const wrong = [
    [{ bucket: 'no-such-bucket' }, /^S3_BUCKET: there's no bucket no-such-bucket/],
    [
      { secretAccessKey: 'hush-hush' },
      /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: this key doesn't have access/,
    ],
    [{ accessKeyId: 'hush:hush' }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: this key doesn't have access/],
  ] as const;
  for (const [change, message] of wrong) {
    await assert.rejects(openS3Files({ ...storage, ...change }), (error: Error) => {
      assert.equal(error.name, 'StartError');
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /hush/);
      return true;
    });
  }
});

test('opens while the store is unreachable', { skip }, async () => {
  await using store = await openThroughProxy();
  store.proxy.fail('reset');
  const files = await openS3Files(store.proxied);
  await assert.rejects(files.find('images/a.jpg'), { name: 'UnavailableError', code: 'files-unavailable' });
  store.proxy.fail('none');
  assert.equal((await files.find('images/a.jpg'))?.size, BYTES.length);
});

test('throws an error without secrets when the store rejects the credentials', { skip }, async () => {
  const storage = await freshBucket();
  const files = createS3Files({ ...storage, secretAccessKey: 'hush-hush' });
  const thrown = await files.save('images/a.jpg', Readable.from([BYTES])).catch((error: unknown) => error);
  assert.ok(thrown instanceof Error && !(thrown instanceof DomainError));
  assert.equal(
    thrown.message,
    "Couldn't save images/a.jpg: object storage returned error 403 (SignatureDoesNotMatch).",
  );
  const shown = inspect(thrown, { depth: Infinity, showHidden: true });
  for (const secret of ['hush', storage.accessKeyId, 'AWS4-HMAC']) assert.ok(!shown.includes(secret), secret);
});
