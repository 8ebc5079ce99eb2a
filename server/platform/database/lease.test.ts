import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from './database.ts';
import { eventually } from '#tests/support/eventually.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createLease } from './lease.ts';

const HOUR_MS = 60 * 60_000;

function keepAlive() {
  const timer = setInterval(() => undefined, HOUR_MS);
  return { [Symbol.asyncDispose]: async () => clearInterval(timer) };
}

onBothDatabases('is held by one of two servers until it is released', async ({ database, open }) => {
  const terms = { name: 'task', ms: HOUR_MS };
  const [one, other] = [createLease(database, terms), createLease(await open(), terms)];
  const held = await Promise.all([one.acquire(), other.acquire()]);
  assert.deepEqual(held.toSorted(), [false, true]);
  const [holder, waiting] = held[0] ? [one, other] : [other, one];
  assert.equal(await holder.acquire(), true);
  assert.equal(await createLease(database, { ...terms, name: 'another task' }).acquire(), true);
  await waiting.release();
  assert.equal(await waiting.acquire(), false);
  await holder.release();
  assert.equal(await waiting.acquire(), true);
  assert.equal(await holder.acquire(), false);
});

onBothDatabases('is kept by the successor of a process that was killed', async ({ database, open }) => {
  const terms = { name: 'task', ms: HOUR_MS, holder: 'site' };
  assert.equal(await createLease(database, terms).acquire(), true);
  assert.equal(await createLease(await open(), terms).acquire(), true);
});

onBothDatabases('is taken over when its holder stops renewing it', async ({ database, open }) => {
  const other = createLease(await open(), { name: 'task', ms: 20 });
  assert.equal(await createLease(database, { name: 'task', ms: 20 }).acquire(), true);
  await eventually(async () => assert.equal(await other.acquire(), true));
});

onBothDatabases('is taken over when the clock was set back', async ({ database, open }) => {
  assert.equal(await createLease(database, { name: 'task', ms: 31 * 24 * HOUR_MS }).acquire(), true);
  assert.equal(await createLease(await open(), { name: 'task', ms: HOUR_MS }).acquire(), true);
});

test('does not hold up the stop of a server whose database does not respond', async () => {
  const answers = [async () => true, () => new Promise<never>(() => undefined)];
  const writeAside = (async () => answers.shift()?.()) as unknown as Database['writeAside'];
  const lease = createLease({ writeAside }, { name: 'task', ms: HOUR_MS });
  await lease.release();
  assert.equal(answers.length, 2);
  await lease.acquire();
  // The timer of the release does not keep the process alive.
  await using _alive = keepAlive();
  await lease.release();
});

onBothDatabases('ignores the clock of the server on PostgreSQL', async ({ database, kind }) => {
  const ahead = () => new Date(Date.now() + 31 * 24 * HOUR_MS);
  const terms = { name: 'task', ms: HOUR_MS };
  assert.equal(await createLease(database, terms).acquire(), true);
  assert.equal(await createLease(database, { ...terms, now: ahead }).acquire(), kind === 'SQLite');
});
