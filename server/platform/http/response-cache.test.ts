import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createResponseCache } from './response-cache.ts';
import { prepareResponseFrom, type Effort, type PreparedResponse, type Rendered } from './response.ts';

test('creates a missing response once for concurrent requests, and then keeps it', async (t) => {
  const { cache } = aCache(t);
  const make = aMaker();
  assert.equal(cache.find('/'), undefined);

  const waiting = [cache.get('/', make), cache.get('/', make), cache.get('/', make)];
  assert.equal(cache.find('/'), undefined);
  make.finish('quick', 'corn');
  assert.deepEqual(textsOf(await Promise.all(waiting)), ['corn', 'corn', 'corn']);
  assert.deepEqual(make.efforts, ['quick', 'best']);
  assert.equal(textOf(cache.find('/')), 'corn');
  assert.equal(textOf(await cache.get('/', make)), 'corn');
  assert.deepEqual(make.efforts, ['quick', 'best']);
});

test('keeps the quickly compressed response when recompression is off', async (t) => {
  const { cache } = aCache(t, { recompress: false });
  const make = aMaker();
  make.finish('quick', 'quick');
  assert.equal(textOf(await cache.get('/', make)), 'quick');
  assert.equal(textOf(cache.find('/')), 'quick');
  assert.deepEqual(make.efforts, ['quick']);
});

test('stores each URL separately, even __proto__ and constructor', async (t) => {
  const { cache } = aCache(t);
  for (const url of ['/', '/store', '__proto__', 'constructor']) await cache.get(url, ready(url));
  for (const url of ['/', '/store', '__proto__', 'constructor']) assert.equal(textOf(cache.find(url)), url);
  assert.equal(cache.find('toString'), undefined);
});

test('replaces the quickly compressed response with the better compressed one', async (t) => {
  const { cache } = aCache(t);
  const make = aMaker();
  make.finish('quick', 'quick');
  assert.equal(textOf(await cache.get('/', make)), 'quick');
  assert.equal(textOf(cache.find('/')), 'quick');
  make.finish('best', 'best');
  await nextTurn();
  assert.equal(textOf(cache.find('/')), 'best');
  assert.equal(textOf(await cache.get('/', make)), 'best');
});

test('keeps the quickly compressed response when recompression fails', async (t) => {
  const { cache } = aCache(t);
  const make = aMaker();
  make.finish('quick', 'quick');
  await cache.get('/', make);
  make.fail('best');
  await nextTurn();
  assert.equal(textOf(cache.find('/')), 'quick');
});

test('rejects all concurrent requests when creation fails, and retries on the next request', async (t) => {
  const { cache } = aCache(t);
  const make = aMaker();
  const waiting = [cache.get('/', make), cache.get('/', make)];
  make.fail('quick');
  for (const each of waiting) await assert.rejects(each, /cannot be made/);
  assert.equal(cache.find('/'), undefined);
  assert.deepEqual(make.efforts, ['quick']);
  assert.equal(textOf(await cache.get('/', ready('mended'))), 'mended');
  assert.equal(textOf(cache.find('/')), 'mended');
});

test('drops all responses when the content changes', async (t) => {
  const { cache, changeContent } = aCache(t);
  await cache.get('/', ready('before'));
  await cache.get('/store', ready('before'));
  changeContent();
  assert.equal(cache.find('/'), undefined);
  assert.equal(cache.find('/store'), undefined);
  assert.equal(textOf(await cache.get('/', ready('after'))), 'after');
});

test('neither keeps nor shares a response that was started before a content change', async (t) => {
  const { cache, changeContent } = aCache(t);
  const old = aMaker();
  const first = cache.get('/', old);
  changeContent();
  const next = aMaker();
  const second = cache.get('/', next);
  next.finish('quick', 'after');
  assert.equal(textOf(await second), 'after');

  old.finish('quick', 'before');
  old.finish('best', 'before, better compressed');
  assert.equal(textOf(await first), 'before');
  await nextTurn();
  assert.equal(textOf(cache.find('/')), 'after');
});

test('shares a pending response even after an outdated one finishes', async (t) => {
  const { cache, changeContent } = aCache(t);
  const [old, next] = [aMaker(), aMaker()];
  const first = cache.get('/', old);
  changeContent();
  const second = cache.get('/', next);
  old.finish('quick', 'before');
  await first;
  const third = cache.get('/', next);
  next.finish('quick', 'after');
  assert.deepEqual(textsOf(await Promise.all([second, third])), ['after', 'after']);
  assert.deepEqual(next.efforts, ['quick', 'best']);
});

test('discards a recompressed response that was started before a content change', async (t) => {
  const { cache, changeContent } = aCache(t);
  const old = aMaker();
  old.finish('quick', 'before');
  await cache.get('/', old);
  changeContent();
  await cache.get('/', ready('after'));
  old.finish('best', 'before, better compressed');
  await nextTurn();
  assert.equal(textOf(cache.find('/')), 'after');
});

test('keeps a response until the day changes, and drops it within a second after that', async (t) => {
  const { cache, setDay } = aCache(t);
  await cache.get('/', ready('Friday'));
  t.mock.timers.tick(60_000);
  assert.equal(textOf(cache.find('/')), 'Friday');

  setDay('2026-11-21');
  t.mock.timers.tick(1000);
  assert.equal(cache.find('/'), undefined);
  assert.equal(textOf(await cache.get('/', ready('Saturday'))), 'Saturday');
});

test('creates a new response in get when the day has changed', async (t) => {
  const { cache, setDay } = aCache(t);
  await cache.get('/', ready('Friday'));
  setDay('2026-11-21');
  t.mock.timers.tick(1000);
  assert.equal(textOf(await cache.get('/', ready('Saturday'))), 'Saturday');
});

test('keeps at most 500 responses, and evicts the oldest first', async (t) => {
  const { cache } = aCache(t);
  for (let n = 0; n < 600; n += 1) await cache.get(`/${n}`, ready(String(n)));
  const found = Array.from({ length: 600 }, (_, n) => cache.find(`/${n}`)).filter((prepared) => prepared);
  assert.equal(found.length, 500);
  assert.equal(textOf(cache.find('/599')), '599');
  assert.equal(cache.find('/0'), undefined);
});

test('caches no response when it is disabled', async (t) => {
  const { cache } = aCache(t, { enabled: false });
  assert.equal(textOf(await cache.get('/', ready('first'))), 'first');
  assert.equal(cache.find('/'), undefined);
  assert.equal(textOf(await cache.get('/', ready('second'))), 'second');
});

function aCache(t: TestContext, { enabled = true, recompress = true } = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
  const listeners: (() => void)[] = [];
  let day = '2026-11-20';
  const cache = createResponseCache({
    content: { onChange: (listener) => void listeners.push(listener) },
    clockState: () => day,
    enabled,
    recompress,
    prepare,
  });
  return {
    cache,
    changeContent: () => listeners.forEach((listener) => listener()),
    setDay: (next: string) => (day = next),
  };
}

/** Returns a function that renders bytes, which the cache of the test compresses when `finish` is called. */
function aMaker() {
  const efforts: Effort[] = [];
  const made = {
    quick: Promise.withResolvers<PreparedResponse>(),
    best: Promise.withResolvers<PreparedResponse>(),
  };
  const rendered = aRendered('');
  compressions.set(rendered, (effort) => {
    efforts.push(effort);
    return made[effort].promise;
  });
  return Object.assign(() => rendered, {
    efforts,
    finish: (effort: Effort, text: string) => made[effort].resolve(aResponse(text)),
    fail: (effort: Effort) => made[effort].reject(new Error(`The ${effort} answer cannot be made.`)),
  });
}

const compressions = new WeakMap<Rendered, (effort: Effort) => Promise<PreparedResponse>>();

const prepare = async (rendered: Rendered, effort: Effort) =>
  compressions.get(rendered)?.(effort) ?? aResponse(rendered.body.toString());

const ready = (text: string) => () => aRendered(text);

const aRendered = (text: string): Rendered => ({ status: 200, headers: {}, body: Buffer.from(text) });
const aResponse = (text: string) => prepareResponseFrom({ identity: Buffer.from(text) }, {});
const textOf = (prepared: PreparedResponse | undefined) => prepared?.variants.identity.body.toString();
const textsOf = (responses: PreparedResponse[]) => responses.map(textOf);
