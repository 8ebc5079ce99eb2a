import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshParts } from './live-parts.ts';

test('asks for the page as it is shown, in a tab or in an iframe', async (t) => {
  const requested: string[] = [];
  t.mock.method(globalThis, 'fetch', async (url: URL) => {
    requested.push(url.pathname + url.search);
    throw new TypeError('The network is gone.');
  });
  t.after(() => {
    for (const name of ['location', 'top', 'self']) Reflect.deleteProperty(globalThis, name);
  });
  const href = 'https://site.example/cash-bids.html?bid=1';
  for (const top of ['self', 'another window']) {
    Object.assign(globalThis, { location: { href }, self: 'self', top });
    await assert.rejects(refreshParts(), /network/);
  }
  assert.deepEqual(requested, ['/cash-bids.html?bid=1&dest=document', '/cash-bids.html?bid=1&dest=iframe']);
});
