import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { UnavailableError } from '#server/platform/errors.ts';

/** OWASP parameters for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const NONCE_BYTES = 16;

/** Maximum number of concurrent hashes. Leaves one CPU free for page requests if there are several. */
const MAX_CONCURRENT = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Maximum queue length. Further calls throw UnavailableError. */
const MAX_QUEUED = 16;

/** Pause between queued hashes, as a multiple of the last hash's duration, to leave CPU time to page requests. */
const PAUSE = 2;

const deriveKey = promisify(argon2);
const queue = new PQueue({ concurrency: MAX_CONCURRENT });

/** Returns an argon2id hash as a PHC string. Throws UnavailableError if the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await enqueue({ message: password.normalize('NFC'), nonce, ...PARAMETERS });
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/**
 * Returns true if the password matches the hash. Without a hash, returns false after the same work, so that the time
 * does not reveal which names exist. Throws UnavailableError if the queue is full.
 */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const { nonce, tag, memory, passes, parallelism } = parse(phc ?? DUMMY_HASH);
  const computed = await enqueue({
    message: password.normalize('NFC'),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: tag.length,
  });
  return timingSafeEqual(computed, tag) && phc !== undefined;
}

/** Throws UnavailableError if the queue is full, before an attempt is recorded that would be rejected anyway. */
export function checkCapacity(): void {
  if (queue.size >= MAX_QUEUED) throw busy();
}

const busy = () =>
  new UnavailableError('busy', 'Too many people are signing in right now. Try again in a minute.', 2);

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Dummy hash with the same cost parameters, verified when the account does not exist. */
const DUMMY_HASH = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=1$${base64(Buffer.alloc(NONCE_BYTES))}$${base64(Buffer.alloc(PARAMETERS.tagLength))}`;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(phc: string) {
  const match = PHC.exec(phc);
  if (!match) throw new Error('A stored password is not an argon2id PHC string.');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [nonce, tag] = match.slice(4, 6).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer];
  return { memory, passes, parallelism, nonce, tag };
}

/** Queues a hash and returns it before the pause that follows it. Throws UnavailableError if the queue is full. */
async function enqueue(parameters: Argon2Parameters): Promise<Buffer> {
  checkCapacity();
  return new Promise((resolve) => {
    void queue.add(async () => {
      const startedAt = performance.now();
      const hash = deriveKey('argon2id', parameters);
      resolve(hash);
      await Promise.allSettled([hash]);
      const pause = PAUSE * (performance.now() - startedAt);
      if (queue.size > 0) await new Promise((done) => setTimeout(done, pause));
    });
  });
}
