import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '#tests/support/eventually.ts';
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
  assert.equal(textOf(cache.find('/')), 'corn');
  assert.equal(textOf(await cache.get('/', make)), 'corn');
  await nextTurn();
  assert.deepEqual(make.efforts, ['quick', 'best']);
});

test('recompresses only responses that are requested again, each once, and one at a time', async (t) => {
  const { cache } = aCache(t);
  const [once, twice, next] = [aMaker(), aMaker(), aMaker()];
  for (const [url, make] of Object.entries({ '/once': once, '/twice': twice, '/next': next })) {
    make.finish('quick', url);
    await cache.get(url, make);
  }
  for (const url of ['/twice', '/next', '/twice', '/next']) cache.find(url);
  await nextTurn();
  assert.deepEqual([once.efforts, twice.efforts, next.efforts], [['quick'], ['quick', 'best'], ['quick']]);

  twice.fail('best');
  await nextTurn();
  assert.deepEqual(next.efforts, ['quick', 'best']);
  for (const url of ['/twice', '/next']) cache.find(url);
  await nextTurn();
  assert.deepEqual([once.efforts, twice.efforts.length, next.efforts.length], [['quick'], 2, 2]);
});

test('does not recompress a response that was evicted or outdated in the meantime', async (t) => {
  const { cache, changeContent } = aCache(t);
  const [first, waiting] = [aMaker(), aMaker()];
  first.finish('quick', 'first');
  waiting.finish('quick', 'waiting');
  await cache.get('/first', first);
  await cache.get('/waiting', waiting);
  cache.find('/first');
  cache.find('/waiting');
  changeContent();
  first.finish('best', 'first');
  await nextTurn();
  assert.deepEqual(waiting.efforts, ['quick']);
});

test('recompresses a response once the content has not changed for a second', async (t) => {
  const { cache, changeContent, pass } = aCache(t);
  const make = aMaker();
  make.finish('quick', 'quick');
  for (let change = 0; change < 2; change += 1) {
    changeContent();
    await cache.get('/', make);
    cache.find('/');
    pass(990);
    await nextTurn();
  }
  assert.ok(!make.efforts.includes('best'));
  pass(10);
  await eventually(() => assert.equal(make.efforts.filter((effort) => effort === 'best').length, 1));
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
  cache.find('/');
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
  assert.deepEqual(next.efforts, ['quick']);
});

test('discards a recompressed response that was started before a content change', async (t) => {
  const { cache, changeContent } = aCache(t);
  const old = aMaker();
  old.finish('quick', 'before');
  await cache.get('/', old);
  cache.find('/');
  await nextTurn();
  changeContent();
  await cache.get('/', ready('after'));
  old.finish('best', 'before, better compressed');
  await nextTurn();
  assert.equal(textOf(cache.find('/')), 'after');
});

test('keeps a response until the day changes, and drops it within a second after that', async (t) => {
  const { cache, setDay, pass } = aCache(t);
  await cache.get('/', ready('Friday'));
  pass(60_000);
  assert.equal(textOf(cache.find('/')), 'Friday');

  setDay('2026-11-21');
  pass(1000);
  assert.equal(cache.find('/'), undefined);
  assert.equal(textOf(await cache.get('/', ready('Saturday'))), 'Saturday');
});

test('creates a new response in get when the day has changed', async (t) => {
  const { cache, setDay, pass } = aCache(t);
  await cache.get('/', ready('Friday'));
  setDay('2026-11-21');
  pass(1000);
  assert.equal(textOf(await cache.get('/', ready('Saturday'))), 'Saturday');
});

test('drops a response of the wrong day within a second after the clock was set back', async (t) => {
  const { cache, setDay, pass } = aCache(t);
  let now = Date.parse('2026-12-20T12:00:00Z');
  t.mock.method(Date, 'now', () => now);
  setDay('2026-12-20');
  pass(1000);
  await cache.get('/', ready('December'));
  now = Date.parse('2026-11-20T12:00:00Z');
  setDay('2026-11-20');
  pass(1000);
  assert.equal(cache.find('/'), undefined);
});

test('renders nothing after a change until a request needs it', async (t) => {
  const { cache, changeContent, pass } = aCache(t);
  let count = 0;
  const render = () => {
    count += 1;
    return aRendered('');
  };
  await cache.get('/', render);
  for (let n = 0; n < 10; n += 1) cache.find('/');
  changeContent();
  pass(60_000);
  for (let n = 0; n < 5; n += 1) await nextTurn();
  assert.equal(count, 1);
  assert.equal(cache.find('/'), undefined);
  await cache.get('/', render);
  assert.equal(count, 2);
});

test('keeps at most 500 responses, and evicts the oldest first', async (t) => {
  const { cache } = aCache(t);
  for (let n = 0; n < 600; n += 1) await cache.get(`/${n}`, ready(String(n)));
  const found = Array.from({ length: 600 }, (_, n) => cache.find(`/${n}`)).filter((prepared) => prepared);
  assert.equal(found.length, 500);
  assert.equal(textOf(cache.find('/599')), '599');
  assert.equal(cache.find('/0'), undefined);
});

test('keeps at most 64 MB, also after a change, and evicts first what was not requested again', async (t) => {
  const { cache, changeContent } = aCache(t);
  for (const n of ['first', 'second']) {
    for (const key of ['/', '/1', '/2', '/3']) await cache.get(key, large(16));
    cache.find('/');
    await cache.get('/4', large(16));
    const found = ['/', '/1', '/2', '/3', '/4'].filter((key) => cache.find(key));
    assert.deepEqual(found, ['/', '/2', '/3', '/4'], n);
    changeContent();
  }
});

test('keeps a response of more than 64 MB alone', async (t) => {
  const { cache } = aCache(t);
  for (const key of ['/1', '/2']) await cache.get(key, large(16));
  await cache.get('/larger', large(65));
  await cache.get('/3', large(16));
  const found = ['/1', '/2', '/larger', '/3'].filter((key) => cache.find(key));
  assert.deepEqual(found, ['/3']);
});

test('caches no response when it is disabled', async (t) => {
  const { cache } = aCache(t, { enabled: false });
  assert.equal(textOf(await cache.get('/', ready('first'))), 'first');
  assert.equal(cache.find('/'), undefined);
  assert.equal(textOf(await cache.get('/', ready('second'))), 'second');
});

function aCache(t: TestContext, { enabled = true, recompress = true } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let elapsed = 0;
  t.mock.method(performance, 'now', () => elapsed);
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
    pass(ms: number) {
      elapsed += ms;
      t.mock.timers.tick(ms);
    },
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

function large(megabytes: number) {
  const rendered = { ...aRendered(''), body: Buffer.alloc(megabytes * 1024 * 1024) };
  compressions.set(rendered, async () => aResponse('large'));
  return () => rendered;
}

const ready = (text: string) => () => aRendered(text);

const aRendered = (text: string): Rendered => ({ status: 200, headers: {}, body: Buffer.from(text) });
const aResponse = (text: string) => prepareResponseFrom({ identity: Buffer.from(text) }, {});
const textOf = (prepared: PreparedResponse | undefined) => prepared?.variants.identity.body.toString();
const textsOf = (responses: PreparedResponse[]) => responses.map(textOf);
