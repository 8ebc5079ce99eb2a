import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { availableParallelism } from 'node:os';
import { test as runTest, type TestContext } from 'node:test';
import { DomainError, UnavailableError } from '#server/platform/errors.ts';
import { hashPassword, verifyPassword } from './password.ts';

const PASSWORD = 'seed, feed and weed';
const MAX_CONCURRENT = Math.max(1, Math.min(2, availableParallelism() - 1));
const MAX_QUEUED = 32;
const MAX_QUEUED_AFTER_FAILURES = 16;

// Record every hash, and delay it until `gate` resolves if a test sets one.
const hashed: Parameters<typeof crypto.argon2>[1][] = [];
let gate: Promise<void> | undefined;
const { argon2 } = crypto;

function test(name: string, work: (t: TestContext) => Promise<void>): void {
  void runTest(name, async (t) => {
    crypto.argon2 = (algorithm, parameters, callback) => {
      hashed.push(parameters);
      if (gate) void gate.then(() => argon2(algorithm, parameters, callback));
      else argon2(algorithm, parameters, callback);
    };
    syncBuiltinESMExports();
    t.after(() => {
      crypto.argon2 = argon2;
      syncBuiltinESMExports();
    });
    await work(t);
  });
}

async function hashesOf(work: () => Promise<unknown>) {
  const before = hashed.length;
  await work();
  return hashed.slice(before);
}

test('hashes a password as a PHC string of Argon2id with a random salt', async () => {
  const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  for (const phc of [one, two]) {
    assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.equal(phc.includes(PASSWORD), false);
    assert.equal(await verifyPassword(PASSWORD, phc), true);
  }
  assert.notEqual(one, two);
});

test('rejects similar but different passwords', async () => {
  const phc = await hashPassword(PASSWORD);
  for (const wrong of ['', ` ${PASSWORD}`, PASSWORD.toUpperCase(), `${PASSWORD}\0`, PASSWORD.slice(1)]) {
    assert.equal(await verifyPassword(wrong, phc), false, JSON.stringify(wrong));
  }
});

test('verifies a hash with the parameters that it contains', async () => {
  const nonce = Buffer.from('somesaltsomesalt');
  const message = PASSWORD;
  const parameters = { memory: 64, passes: 3, parallelism: 2, tagLength: 16 };
  const tag = crypto.argon2Sync('argon2id', { message, nonce, ...parameters });
  const [salt, key] = [nonce, Buffer.from(tag)].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  const phc = `$argon2id$v=19$m=64,t=3,p=2$${salt}$${key}`;
  assert.equal(await verifyPassword(PASSWORD, phc), true);
  assert.equal(await verifyPassword('another', phc), false);
});

test('treats composed and decomposed letters as equal, but not letters that only look alike', async () => {
  const [composed, decomposed] = ['caf\u00e9 au lait!', 'cafe\u0301 au lait!'];
  assert.equal(await verifyPassword(decomposed, await hashPassword(composed)), true);
  assert.equal(await verifyPassword(composed, await hashPassword(decomposed)), true);
  // U+FB01, the ligature fi, remains a different letter.
  assert.equal(await verifyPassword('ﬁeld and farm', await hashPassword('field and farm')), false);
});

test('returns false after the same work when no hash is stored', async () => {
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

/** A cheap hash: the pauses of the queue depend on the duration of a hash. */
const CHEAP = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const busy = (error: unknown) => {
  assert.ok(error instanceof UnavailableError);
  assert.deepEqual([error.code, error.retryAfterSeconds], ['busy', 2]);
  return true;
};

test('limits concurrent hashes of strangers, throws UnavailableError when their queue is full, and recovers', async () => {
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  const before = hashed.length;
  const queued = Array.from({ length: MAX_CONCURRENT + MAX_QUEUED }, () => verifyPassword('x', CHEAP));
  assert.equal(hashed.length - before, MAX_CONCURRENT);
  await assert.rejects(verifyPassword('x', undefined), busy);

  gate = undefined;
  held.resolve();
  assert.deepEqual(new Set(await Promise.all(queued)), new Set([false]));
  assert.equal(hashed.length - before, MAX_CONCURRENT + MAX_QUEUED);
  assert.equal((await hashesOf(() => verifyPassword('x', undefined))).length, 1);
});

test('never lets strangers delay or reject a hash in the reserved lane, which runs one at a time', async () => {
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  const strangers = Array.from({ length: MAX_CONCURRENT + MAX_QUEUED }, () => verifyPassword('x', CHEAP));
  const before = hashed.length;
  const started: number[] = [];
  const known = [0, 1].map((n) =>
    verifyPassword('x', CHEAP, { lane: 'reserved', failures: 0, onStart: () => started.push(n) }),
  );
  assert.deepEqual([hashed.length - before, started], [1, [0]]);
  gate = undefined;
  held.resolve();
  await Promise.all([...strangers, ...known]);
  assert.deepEqual(started, [0, 1]);
});

test('starts the hash of the client with the fewest failures first, and rejects others earlier', async () => {
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  const running = Array.from({ length: MAX_CONCURRENT }, () => verifyPassword('x', CHEAP));
  const started: number[] = [];
  const verify = (failures: number) =>
    verifyPassword('x', CHEAP, { lane: 'shared', failures, onStart: () => started.push(failures) });
  const queued = Array.from({ length: MAX_QUEUED_AFTER_FAILURES }, () => verify(3));
  await assert.rejects(verify(1), busy);
  queued.push(verify(0));
  gate = undefined;
  held.resolve();
  await Promise.all([...running, ...queued]);
  assert.equal(started[0], 0);
});

/** Verifies a password for a client with this number of failures. */
const verify = (failures: number) => verifyPassword('x', undefined, { lane: 'shared', failures });

test('pauses between queued hashes of clients with failures, until one without failures tries', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const before = hashed.length;
  const queued = Array.from({ length: MAX_CONCURRENT + 2 }, () => verify(1));
  await Promise.all(queued.slice(0, MAX_CONCURRENT));
  assert.equal(hashed.length - before, MAX_CONCURRENT);
  assert.equal(await verify(0), false);
  assert.equal(hashed.length - before, MAX_CONCURRENT + 1);
  // Longer than any pause.
  for (let n = 0; n < 4; n += 1) {
    mock.timers.tick(60_000);
    await new Promise((done) => setImmediate(done));
  }
  mock.timers.reset();
  await Promise.all(queued);
  assert.equal(hashed.length - before, MAX_CONCURRENT + 3);
});

test('throws an internal error for a malformed stored hash and frees its slot in the queue', async () => {
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
    for (let n = 0; n <= MAX_CONCURRENT; n += 1) {
      await assert.rejects(verifyPassword(PASSWORD, text), (error: Error) => {
        assert.ok(!(error instanceof DomainError));
        assert.equal(error.message.includes(phc.slice(-20)), false);
        return true;
      });
    }
  }
  assert.equal(await verifyPassword(PASSWORD, phc), true);
});
