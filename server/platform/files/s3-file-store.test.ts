import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { describe, test } from 'node:test';
import { DomainError, UnavailableError } from '#server/platform/errors.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { freshBucket } from '#tests/support/on-both-stores.ts';
import { NO_S3_SERVER } from '#tests/support/s3-server.ts';
import { createS3Files, openS3Files, type S3Options } from './s3-file-store.ts';

const skip = NO_S3_SERVER;
/** Idle timeout, long enough for a busy server. */
const IDLE_TIMEOUT_MS = 1000;
/** Idle timeout for tests in which every request fails. */
const SHORT_IDLE_TIMEOUT_MS = 300;
const BYTES = Buffer.alloc(50_000, 'x');

const NO_PAUSE = { open: 0, longest: 0 };

async function openThroughProxy({
  idleTimeoutMs = IDLE_TIMEOUT_MS,
  pauseMs = NO_PAUSE,
  ...options
}: S3Options = {}) {
  await using cleanup = new AsyncDisposableStack();
  const storage = await freshBucket();
  const proxy = cleanup.use(await startFaultyProxy(storage.endpoint));
  const proxied = { ...storage, endpoint: proxy.url };
  const files = createS3Files(proxied, { idleTimeoutMs, pauseMs, ...options });
  await createS3Files(storage).save('images/a.jpg', Readable.from([BYTES]));
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

    void test(`changes nothing during a lasting fault: ${fault}`, { skip }, async () => {
      await using store = await openThroughProxy({ idleTimeoutMs: SHORT_IDLE_TIMEOUT_MS });
      const { files, proxy } = store;
      // A busy server may take longer than the short timeout.
      const known = await eventually(() => files.find('images/a.jpg'));
      proxy.fail(fault);
      const expected = { name: 'UnavailableError', code: 'files-unavailable' };
      await assert.rejects(files.save('images/a.jpg', Readable.from([Buffer.from('new')])), expected);
      await assert.rejects(files.find('images/a.jpg'), expected);
      await assert.rejects(files.remove('images/a.jpg'), expected);
      await assert.rejects(Array.fromAsync(files.list()), expected);
      await assert.rejects(known?.stream().toArray() ?? Promise.resolve(), expected);
      proxy.fail('none');
      await eventually(async () =>
        assert.ok(BYTES.equals(Buffer.concat((await known?.stream().toArray()) ?? []))),
      );
    });
  }
});

/** A store that accepts connections and never responds, such as one behind a full disk or a firewall. */
const SILENT = { idleTimeoutMs: 10_000, deadlineMs: { start: 200, usual: 200, save: 200 } };

test('gives up after one deadline when the store is silent', { skip }, async () => {
  await using store = await openThroughProxy({ deadlineMs: { ...SILENT.deadlineMs, save: 10_000 } });
  const known = await store.files.find('images/a.jpg');
  const silent = createS3Files(store.proxied, { ...SILENT, pauseMs: NO_PAUSE });
  store.proxy.fail('no response');
  const start = performance.now();
  const opened = await openS3Files(store.proxied, { ...SILENT, pauseMs: NO_PAUSE });
  for (const files of [silent, opened]) {
    await assert.rejects(files.find('images/a.jpg'), { code: 'files-unavailable' });
    await assert.rejects(files.save('images/a.jpg', Readable.from([BYTES])), { code: 'files-unavailable' });
  }
  await assert.rejects(known?.stream().toArray() ?? Promise.resolve(), { code: 'files-unavailable' });
  // Far less than one idle timeout.
  assert.ok(performance.now() - start < SILENT.idleTimeoutMs / 2);
});

test('sends no requests for a while after repeated failures, and then recovers', { skip }, async () => {
  await using store = await openThroughProxy({ pauseMs: { open: 500, longest: 500 } });
  const { files, proxy } = store;
  const isUnavailable = { code: 'files-unavailable' };
  proxy.fail('503');
  for (let n = 0; n < 3; n += 1) await assert.rejects(files.find('images/a.jpg'), isUnavailable);
  const sent = proxy.connections();
  for (let n = 0; n < 50; n += 1) await assert.rejects(files.find('images/a.jpg'), isUnavailable);
  assert.equal(proxy.connections(), sent);
  proxy.fail('none');
  await eventually(async () => assert.equal((await files.find('images/a.jpg'))?.size, BYTES.length));
});

test('does not count missing files as failures', { skip }, async () => {
  await using store = await openThroughProxy({ pauseMs: { open: 60_000, longest: 60_000 } });
  for (let n = 0; n < 10; n += 1) assert.equal(await store.files.find('images/none.jpg'), undefined);
  assert.equal((await store.files.find('images/a.jpg'))?.size, BYTES.length);
});

/** Starts a store that responds to every request in the same way. */
async function startStore(respond: RequestListener) {
  const server = createServer(respond);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    storage: {
      endpoint: url,
      publicUrl: url,
      region: 'us-east-1',
      bucket: 'hickory-bend',
      prefix: '',
      accessKeyId: 'key',
      secretAccessKey: 'hush',
    },
    [Symbol.dispose]: () => server.close().closeAllConnections(),
  };
}

test('reads a file that takes longer than the deadline', async () => {
  using store = await startStore((request, response) => {
    response.writeHead(200, { 'content-length': 2, etag: '"1"' });
    if (request.method === 'HEAD') return void response.end();
    response.write('a');
    setTimeout(() => response.end('b'), 600);
  });
  const files = createS3Files(store.storage, { deadlineMs: { start: 300, usual: 300, save: 300 } });
  const found = await files.find('images/a.jpg');
  assert.equal(Buffer.concat((await found?.stream().toArray()) ?? []).toString(), 'ab');
});

test('keeps the code and the text of a failing store out of the message', async () => {
  using store = await startStore((_, response) => {
    response.writeHead(500, { 'content-type': 'application/xml' });
    response.end('<Error><Code>InternalError</Code><Message>Disk 7 failed.</Message></Error>');
  });
  const thrown = await createS3Files(store.storage)
    .find('images/a.jpg')
    .catch((error: unknown) => error);
  assert.ok(thrown instanceof UnavailableError);
  assert.equal(thrown.message, "File storage isn't responding. Try again in a minute.");
  // For the log, and for the person who runs a command.
  assert.match(String(thrown.cause), /find images\/a\.jpg: object storage returned error 500/);
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
  const logged: string[] = [];
  const files = await openS3Files(store.proxied, {
    log: ({ message }, sentence) => logged.push(`${sentence} ${message}`),
  });
  assert.equal(logged.length, 1);
  assert.match(logged[0] ?? '', /^Object storage isn't responding\. .+ [A-Za-z0-9 ]+$/);
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

test('counts the failures of one moment once, and lets one request decide whether the store is back', async () => {
  let isDown = true;
  let requests = 0;
  using store = await startStore((_, response) => {
    requests += 1;
    response.writeHead(isDown ? 500 : 200, { 'content-length': 0, etag: '"1"' }).end();
  });
  const files = createS3Files(store.storage, { pauseMs: { open: 400, longest: 3_600_000 } });
  const findTwelve = () =>
    Promise.allSettled(Array.from({ length: 12 }, () => files.find('images/a.jpg'))).then(
      (results) => results.filter(({ status }) => status === 'fulfilled').length,
    );
  for (let moment = 0; moment < 3; moment += 1) assert.equal(await findTwelve(), 0);
  requests = 0;
  isDown = false;
  // The circuit is open, then one request passes while the others fail immediately.
  await eventually(async () => assert.equal(await findTwelve(), 1));
  assert.equal(requests, 1);
  assert.equal(await findTwelve(), 12);
});

test('reads again what is missing of a broken body, and accepts no page in its place', async () => {
  const content = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251));
  const faults: RequestListener[] = [
    (_, response) => {
      response.writeHead(200, { 'content-length': content.length, etag: '"1"' });
      response.write(content.subarray(0, 40_000), () => response.destroy());
    },
    (_, response) => void response.writeHead(200, { 'content-length': 0 }).end(),
    (_, response) => void response.writeHead(200).end('<!doctype html>'),
  ];
  let left = 0;
  using store = await startStore((request, response) => {
    const fault = request.method === 'GET' && left > 0 ? faults[(left -= 1)] : undefined;
    if (fault) return fault(request, response);
    const [, from = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
    const body = content.subarray(Number(from));
    response.writeHead(from === '0' ? 200 : 206, { 'content-length': body.length, etag: '"1"' });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  const files = createS3Files(store.storage);
  const read = async () =>
    Buffer.concat((await (await files.find('images/a.jpg'))?.stream().toArray()) ?? []);
  for (const count of [1, 2]) {
    left = count;
    assert.ok(content.equals(await read()), `${count}`);
  }
  left = 3;
  await assert.rejects(read(), { code: 'files-unavailable' });
});
