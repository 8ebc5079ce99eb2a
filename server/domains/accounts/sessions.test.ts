import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCredentialLimit } from './sessions.ts';

const MAX = 100;

function aLimit() {
  const clock = { ms: 0 };
  const limit = createCredentialLimit({ now: () => clock.ms });
  const valid = new Set<string>();
  let reads = 0;
  return {
    clock,
    limit,
    valid,
    reads: () => reads,
    async check(hash: string, address = '192.0.2.1'): Promise<string> {
      const found = await limit.check(hash, address, async () => {
        reads += 1;
        return valid.has(hash) ? hash : undefined;
      });
      return found ?? 'invalid';
    },
    async spend(address?: string) {
      for (let n = 0; n < MAX; n += 1) assert.equal(await this.check(`made up ${n}`, address), 'invalid');
    },
  };
}

test('rejects invalid credentials above the limit without looking them up, until the minute ends', async () => {
  const given = aLimit();
  await given.spend();
  given.clock.ms = 20_500;
  await assert.rejects(given.check('one more'), {
    name: 'TooManyRequestsError',
    message: 'Too many tries. Wait 40 seconds, then try again.',
    retryAfterSeconds: 40,
  });
  assert.equal(given.reads(), MAX);
  given.clock.ms = 60_000;
  assert.equal(await given.check('one more'), 'invalid');
  assert.equal(given.reads(), MAX + 1);
});

test('counts the addresses of an IPv6 /64 network together, and no others', async () => {
  const given = aLimit();
  await given.spend('2001:db8:1:2::1');
  await assert.rejects(given.check('x', '2001:db8:1:2:ffff::9'), { name: 'TooManyRequestsError' });
  assert.equal(await given.check('x', '2001:db8:1:3::1'), 'invalid');
  assert.equal(await given.check('x', '192.0.2.1'), 'invalid');
});

test('still looks up credentials that were valid before or are new, in a limited network', async () => {
  const given = aLimit();
  for (const hash of ['used', 'new', 'unseen']) given.valid.add(hash);
  assert.equal(await given.check('used'), 'used');
  await given.spend();
  given.limit.accept('new');
  assert.equal(await given.check('used'), 'used');
  assert.equal(await given.check('new'), 'new');
  await assert.rejects(given.check('unseen'), { name: 'TooManyRequestsError' });
  assert.equal(await given.check('unseen', '192.0.2.2'), 'unseen');

  given.valid.delete('used');
  assert.equal(await given.check('used'), 'invalid');
  await assert.rejects(given.check('used'), { name: 'TooManyRequestsError' });
});

const fail = () => Promise.reject(new Error('The database is down.'));

test('does not count a lookup that fails', async () => {
  const given = aLimit();
  for (let n = 0; n < 2 * MAX; n += 1) {
    await assert.rejects(given.limit.check('x', '192.0.2.1', fail), /is down/);
  }
  assert.equal(await given.check('x'), 'invalid');
});
