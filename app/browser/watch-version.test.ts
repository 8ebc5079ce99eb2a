import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { aFakePage } from '#tests/support/fake-page.ts';
import { markIn, watchVersion } from './watch-version.ts';

/** Watches a website whose version is `site.now`, over a network that a test can break. */
function watch({ mock }: TestContext) {
  const { page, clock, ...rest } = aFakePage();
  const site = { now: '1', answer: () => site.now, loses: () => false };
  const shown: string[] = ['1'];
  const requests: string[] = [];
  const seed = { value: 7 };
  const random = () => (seed.value = (seed.value * 16_807) % 2_147_483_647) / 2_147_483_647;
  mock.method(globalThis, 'fetch', async (url: string) => {
    requests.push(url);
    if (site.loses()) throw new TypeError('The network is gone.');
    return new Response(site.answer());
  });
  const stop = watchVersion({
    shown: '1',
    async refresh() {
      requests.push('page');
      if (site.loses()) throw new TypeError('The network is gone.');
      shown.push(site.now);
      return site.now;
    },
    page,
    clock,
    random,
  });
  return { site, shown, requests, random, stop, page, ...rest };
}

test('asks first after ten seconds, and loads the page only after a change', async (t) => {
  const { site, shown, requests, run } = watch(t);
  await run(8999);
  assert.deepEqual(requests, []);
  await run(2001);
  assert.deepEqual(requests, ['/api/version']);
  site.now = '2';
  await run(12_000);
  assert.deepEqual(shown, ['1', '2']);
  await run(60_000);
  assert.equal(requests.filter((each) => each === 'page').length, 1);
});

test('misses no change of ten minutes in which half of all requests are lost', async (t) => {
  const { site, shown, random, run } = watch(t);
  site.loses = () => random() < 0.5;
  for (let minute = 2; minute <= 11; minute += 1) {
    site.now = String(minute);
    await run(60_000);
  }
  site.loses = () => false;
  await run(45_000);
  assert.equal(shown.at(-1), '11');
  site.now = '12';
  await run(12_000);
  assert.equal(shown.at(-1), '12', 'at the usual pace again');
});

test('shows what changed over a weekend of sleep as soon as the visitor returns', async (t) => {
  const { site, shown, run, show, page, timers } = watch(t);
  show(false);
  await run(60 * 60_000);
  site.now = '2';
  show(true);
  page.document.dispatchEvent(new Event('visibilitychange'));
  page.window.dispatchEvent(new Event('focus'));
  await run(0);
  assert.deepEqual(shown, ['1', '2']);
  assert.equal(timers.size, 1);
});

test('asks again when a proxy has sent an old page or an old version', async (t) => {
  const { site, shown, run } = watch(t);
  site.answer = () => '2';
  await run(30_000);
  assert.ok(shown.length > 2 && shown.every((each) => each === '1'), 'the version is newer than the page');
  site.now = '2';
  await run(12_000);
  assert.equal(shown.at(-1), '2');
  site.answer = () => '1';
  await run(30_000);
  assert.equal(shown.at(-1), '2', 'the version is older than the page');
});

test('finds the mark of a page', () => {
  assert.equal(markIn('<!doctype html>\n<html lang="en" data-mark="a-_1">\n<head>'), 'a-_1');
  assert.equal(markIn('<!doctype html>\n<html lang="en">'), '');
});
