import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERSION_PATH } from '#contract/version-path.ts';
import { aFakePage } from '#tests/support/fake-page.ts';
import { keepPageCurrent } from './live-page.ts';

const fail = () => assert.fail('shows a page');

test('does not show the page that the visitor has left while it was loading', async (t) => {
  const { page, clock, run } = aFakePage();
  let path = '/';
  const locations = new Map(['/', '/products'].map((pathname) => [pathname, { pathname, search: '' }]));
  const requested: string[] = [];
  const loaded = Promise.withResolvers<void>();
  t.mock.method(globalThis, 'fetch', async (url: string) => {
    requested.push(url);
    if (url === '/') await loaded.promise;
    return new Response(url === VERSION_PATH ? 'new' : '');
  });
  const parsed = t.mock.fn(() => assert.fail('parses a page'));
  Object.assign(globalThis, {
    document: { documentElement: { dataset: { mark: 'old' } } },
    DOMParser: class {
      parseFromString = parsed;
    },
  });
  t.after(() => {
    for (const name of ['document', 'DOMParser']) Reflect.deleteProperty(globalThis, name);
  });
  keepPageCurrent(
    {
      router: { getState: () => ({ location: locations.get(path)!, path }), refresh: fail },
      source: { shell: fail, show: fail },
    },
    { siteRevision: '1', script: '/assets/site.js', page, clock, random: () => 0.5 },
  );
  await run(10_000);
  assert.deepEqual(requested, [VERSION_PATH, '/']);
  path = '/products';
  loaded.resolve();
  await run(5000);
  await run(0);
  assert.equal(parsed.mock.callCount(), 0);
  await run(5000);
  await run(0);
  assert.deepEqual(requested.slice(2), [VERSION_PATH, '/products'], 'asks again for the page that is shown');
});
