import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectedPeers } from '#tests/support/workers.ts';
import { showEverywhere } from './workers.ts';

test('returns the answer to each question', async () => {
  const [one, other] = connectedPeers();
  other.on('number', () => 7);
  other.on('later', () => Promise.resolve('done'));
  assert.deepEqual(await Promise.all([one.ask('later'), one.ask('number')]), ['done', 7]);
});

test('returns undefined for an unknown topic, a failed answer, and a process that has ended', async () => {
  const [one, other] = connectedPeers();
  other.on('broken', () => Promise.reject(new Error('Broken.')));
  other.on('endless', () => new Promise(() => undefined));
  assert.deepEqual(await Promise.all([one.ask('unknown'), one.ask('broken')]), [undefined, undefined]);
  const open = one.ask('endless');
  one.end();
  assert.deepEqual([await open, await one.ask('number')], [undefined, undefined]);
});

test('waits for other workers to show a change, but only briefly for one that hangs', async () => {
  const [parent, other] = connectedPeers();
  let isShown = false;
  other.on('show', async () => {
    await new Promise(setImmediate);
    isShown = true;
  });
  await showEverywhere({ parent });
  assert.equal(isShown, true);
  other.on('show', () => new Promise(() => undefined));
  const keepAlive = setInterval(() => undefined, 1000);
  await showEverywhere({ parent }, 1);
  clearInterval(keepAlive);
});
