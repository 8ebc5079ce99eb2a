import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import type { HttpError } from '#server/errors.ts';

const PASSWORD = 'seed, feed and weed';
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
const WAITING_MAX = 16;

// Every hash passes by here, to be counted and, where a test wants it, to be held back.
const hashed: Parameters<typeof crypto.argon2>[1][] = [];
let gate: Promise<void> | undefined;
const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, callback) => {
  hashed.push(parameters);
  if (gate) void gate.then(() => argon2(algorithm, parameters, callback));
  else argon2(algorithm, parameters, callback);
};
syncBuiltinESMExports();
const { checkCapacity, hashPassword, verifyPassword } = await import('./password.ts');

/** What work hashed. */
async function hashesOf(work: () => Promise<unknown>) {
  const before = hashed.length;
  await work();
  return hashed.slice(before);
}

test('A password is kept as a PHC string of argon2id, never twice the same', async () => {
  const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  for (const phc of [one, two]) {
    assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.equal(phc.includes(PASSWORD), false);
    assert.equal(await verifyPassword(PASSWORD, phc), true);
  }
  assert.notEqual(one, two);
});

test('A password that is not the one is wrong, however near it is', async () => {
  const phc = await hashPassword(PASSWORD);
  for (const wrong of ['', ` ${PASSWORD}`, PASSWORD.toUpperCase(), `${PASSWORD}\0`, PASSWORD.slice(1)]) {
    assert.equal(await verifyPassword(wrong, phc), false, JSON.stringify(wrong));
  }
});

test('A hash made elsewhere, with other parameters, is read with them', async () => {
  const nonce = Buffer.from('somesaltsomesalt');
  const message = PASSWORD;
  const parameters = { memory: 64, passes: 3, parallelism: 2, tagLength: 16 };
  const tag = crypto.argon2Sync('argon2id', { message, nonce, ...parameters });
  const [salt, key] = [nonce, Buffer.from(tag)].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  const phc = `$argon2id$v=19$m=64,t=3,p=2$${salt}$${key}`;
  assert.equal(await verifyPassword(PASSWORD, phc), true);
  assert.equal(await verifyPassword('another', phc), false);
});

test('How a letter was composed makes no difference to a password', async () => {
  const [composed, decomposed] = ['caf\u00e9 au lait!', 'cafe\u0301 au lait!'];
  assert.equal(await verifyPassword(decomposed, await hashPassword(composed)), true);
  assert.equal(await verifyPassword(composed, await hashPassword(decomposed)), true);
  // What only looks alike stays another letter.
  assert.equal(await verifyPassword('ﬁeld and farm', await hashPassword('field and farm')), false);
});

test('Where nobody has the name, the same work is done, and the answer is no', async () => {
  const phc = await hashPassword(PASSWORD);
  const [known] = await hashesOf(() => verifyPassword('wrong', phc));
  for (const password of ['wrong', PASSWORD, '', '\0'.repeat(32)]) {
    const work = await hashesOf(async () => assert.equal(await verifyPassword(password, undefined), false));
    assert.equal(work.length, 1);
    for (const key of ['memory', 'passes', 'parallelism', 'tagLength'] as const) {
      assert.equal(work[0]?.[key], known?.[key], key);
    }
  }
});

/** A hash that takes no time, as the pauses of the queue follow from how long a hash takes. */
const CHEAP = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const busy = (error: HttpError) => {
  assert.deepEqual([error.status, error.code, error.more.retryAfterSeconds], [503, 'busy', 2]);
  return true;
};

test('A few are hashed at once, some wait, all others are told to come back, and the queue recovers', async () => {
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  const before = hashed.length;
  const taken = Array.from({ length: AT_ONCE + WAITING_MAX }, () => verifyPassword('x', CHEAP));
  assert.equal(hashed.length - before, AT_ONCE);
  await assert.rejects(verifyPassword('x', undefined), busy);
  await assert.rejects(hashPassword('x'), busy);
  assert.throws(checkCapacity, busy);

  gate = undefined;
  held.resolve();
  assert.deepEqual(new Set(await Promise.all(taken)), new Set([false]));
  assert.equal(hashed.length - before, AT_ONCE + WAITING_MAX);
  checkCapacity();
  assert.equal((await hashesOf(() => verifyPassword('x', undefined))).length, 1);
});

test('Between two of a queue there is a pause', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const before = hashed.length;
  const taken = Array.from({ length: AT_ONCE + 1 }, () => verifyPassword('x', undefined));
  await Promise.all(taken.slice(0, AT_ONCE));
  assert.equal(hashed.length - before, AT_ONCE);
  // No hash takes as long.
  mock.timers.tick(60_000);
  assert.equal(await taken[AT_ONCE], false);
  assert.equal(hashed.length - before, AT_ONCE + 1);
});

test('A stored hash that is broken is a fault, not a wrong password, and takes nobody else’s turn', async () => {
  const phc = await hashPassword(PASSWORD);
  const broken = [
    '',
    PASSWORD,
    phc.slice(0, phc.lastIndexOf('$')),
    phc.replace('argon2id', 'argon2i'),
    phc.replace('v=19', 'v=16'),
    phc.replace('m=19456', 'm=1'),
    phc.replace('t=2', 't=0'),
    phc.replace('p=1', 'p=0'),
    phc.replace('p=1', 'p=99999999'),
    `${phc}=`,
    `${phc}\n`,
  ];
  for (const text of broken) {
    for (let n = 0; n <= AT_ONCE; n += 1) {
      await assert.rejects(verifyPassword(PASSWORD, text), (error: Error) => {
        assert.notEqual(error.name, 'HttpError');
        assert.equal(error.message.includes(phc.slice(-20)), false);
        return true;
      });
    }
  }
  assert.equal(await verifyPassword(PASSWORD, phc), true);
});
