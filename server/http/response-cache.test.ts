import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test, type TestContext } from 'node:test';
import { eventually } from '#tests/support/eventually.ts';
import { createResponseCache } from './response-cache.ts';
import type { PreparedResponse, Rendered } from './response.ts';

const MB = 1024 * 1024;

function aCache(t: TestContext, { enabled = true } = {}) {
  let elapsed = 0;
  t.mock.method(performance, 'now', () => elapsed);
  const listeners: (() => void)[] = [];
  let day = '2026-11-20';
  const cache = createResponseCache({
    content: { onChange: (listener) => void listeners.push(listener) },
    clockState: () => day,
    enabled,
  });
  return {
    find: (url: string, headers = {}) => cache.find(aRequest(url, headers)),
    get: (key: string, render: () => Rendered | Promise<Rendered>, url = key) =>
      cache.get(key, aRequest(url), render),
    changeContent: () => listeners.forEach((listener) => listener()),
    setDay: (next: string) => (day = next),
    pass: (ms: number) => (elapsed += ms),
  };
}

const aRequest = (url: string, headers = {}) => ({ url, headers }) as IncomingMessage;
const ready =
  (text: string, status = 200) =>
  () => ({ status, headers: {}, body: Buffer.from(text) });
const textOf = (prepared: PreparedResponse | undefined) => prepared?.variant('identity').body.toString();

test('renders once for concurrent requests, and then sends the response to the same request', async (t) => {
  const { find, get } = aCache(t);
  const made = Promise.withResolvers<Rendered>();
  const waiting = [get('/', () => made.promise), get('/', ready('again')), get('/', ready('again'))];
  assert.equal(find('/'), undefined);
  made.resolve(ready('corn')());
  assert.deepEqual((await Promise.all(waiting)).map(textOf), ['corn', 'corn', 'corn']);
  assert.equal(textOf(find('/')), 'corn');
});

test('shares a response between requests with one key, and tells apart those that can differ', async (t) => {
  const { find, get } = aCache(t);
  await get('/', ready('corn'), '/?utm_source=mail');
  assert.equal(find('/'), undefined);
  assert.equal(textOf(await get('/', ready('beans'))), 'corn');
  assert.equal(textOf(find('/')), 'corn');
  for (const headers of [{ accept: 'text/csv' }, { 'sec-fetch-dest': 'document' }])
    assert.equal(find('/', headers), undefined);
});

test('leaves errors to their routes, which know who may see another page', async (t) => {
  const { find, get } = aCache(t);
  await get('/not-found', ready('missing', 404), '/jobs');
  assert.equal(find('/jobs'), undefined);
  assert.equal(textOf(await get('/not-found', ready('again', 404), '/jobs')), 'missing');
});

test('forgets everything when the content or the day changes, also what is being rendered', async (t) => {
  const { find, get, changeContent, setDay, pass } = aCache(t);
  await get('/', ready('old'));
  const made = Promise.withResolvers<Rendered>();
  const rendering = get('/slow', () => made.promise);
  changeContent();
  made.resolve(ready('old')());
  assert.equal(textOf(await rendering), 'old');
  assert.deepEqual([find('/'), find('/slow')], [undefined, undefined]);
  assert.equal(textOf(await get('/slow', ready('new'))), 'new');

  await get('/', ready('new'));
  setDay('2026-11-21');
  assert.equal(textOf(find('/')), 'new');
  pass(1000);
  assert.equal(find('/'), undefined);
});

test('renders again after a failure', async (t) => {
  const { get } = aCache(t);
  await assert.rejects(
    get('/', async () => Promise.reject(new Error('no database'))),
    /no database/,
  );
  await get('/', ready('broken', 500));
  assert.equal(textOf(await get('/', ready('corn'))), 'corn');
});

test('compresses better what is requested again, a second after a change', async (t) => {
  const { find, get } = aCache(t);
  const text = Array.from({ length: 3000 }, (_, n) => `${n * 7919} bushels`).join(', ');
  const sizeOf = (url: string) => find(url)?.variant('br').body.length ?? 0;
  const quick = (await get('/', ready(text))).variant('br').body.length;
  assert.equal(sizeOf('/'), quick);
  await eventually(() => assert.ok(sizeOf('/') < quick));
});

test('keeps a bounded number of responses and bytes', async (t) => {
  const { find, get } = aCache(t);
  for (let n = 0; n < 600; n += 1) await get(`/${n}`, ready(String(n)));
  assert.equal(find('/0'), undefined);
  assert.equal(textOf(find('/599')), '599');
  const large = { status: 200, headers: {}, body: Buffer.alloc(12 * MB) };
  for (const url of ['/a', '/b', '/c']) await get(url, () => large);
  assert.deepEqual(
    ['/a', '/b', '/c'].map((url) => find(url) !== undefined),
    [false, true, true],
  );
});

test('caches no response when it is disabled', async (t) => {
  const { find, get } = aCache(t, { enabled: false });
  await get('/', ready('first'));
  assert.equal(find('/'), undefined);
  assert.equal(textOf(await get('/', ready('second'))), 'second');
});
