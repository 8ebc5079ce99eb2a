import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { eventually } from '#tests/support/eventually.ts';
import { listen, open, parseResponses, readToEnd, requestText } from '#tests/support/raw-http.ts';
import { openTestSite } from '#tests/support/test-site.ts';

test('finishes a running request when the server closes, and then closes the connection', async () => {
  await using site = await openTestSite();
  const port = await listen(site.app);
  // Without this timeout, a connection that stays open never ends.
  site.app.server.keepAliveTimeout = 0;
  const text = requestText(API.siteTexts, {
    method: 'POST',
    headers: { connection: 'keep-alive' },
    body: '[0]',
  });
  const socket = await open(port);
  const arrived = once(site.app.server, 'request');
  socket.write(text.slice(0, -1));
  await arrived;

  const closed = site.app.close();
  await eventually(() => assert.rejects(open(port)));
  socket.write(text.slice(-1));
  const [response] = parseResponses(await readToEnd(socket));
  assert.equal(response?.status, 200);
  await closed;
});

test('keeps responding after the signal to stop, but closes connections and is not ready', async () => {
  await using site = await openTestSite({ environment: { DRAIN_SECONDS: '60' } });
  const port = await listen(site.app);
  const get = async (path: string) => {
    const socket = await open(port);
    socket.write(requestText(path, { headers: { connection: 'keep-alive' } }));
    return socket;
  };
  const kept = await get('/readyz');
  const [first] = (await once(kept, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 200 [^]*connection: keep-alive[^]*\{"status":"ok"\}$/i);

  const closed = site.close();
  for (const [path, status] of [
    ['/', 200],
    ['/', 200],
    [`${API.siteTexts}?ids=0`, 200],
    ['/healthz', 200],
    ['/readyz', 503],
  ] as const) {
    const [response] = parseResponses(await readToEnd(await get(path)));
    assert.equal(response?.status, status);
    assert.equal(response.headers.connection, 'close');
  }
  kept.write(requestText('/', { headers: { connection: 'keep-alive' } }));
  assert.equal(parseResponses(await readToEnd(kept))[0]?.status, 200);
  // No connection is left, so it stops listening long before the minute is over.
  await closed;
  await assert.rejects(open(port));
});

test('listens for the whole drain time behind a balancer, which learns of the stop from /readyz', async () => {
  await using site = await openTestSite({ environment: { DRAIN_SECONDS: '1', TRUST_PROXY: 'loopback' } });
  const port = await listen(site.app);
  const start = performance.now();
  const closed = site.close();
  (await open(port)).destroy();
  await closed;
  assert.ok(performance.now() - start >= 1000);
});
