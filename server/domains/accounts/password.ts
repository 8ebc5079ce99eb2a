import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { UnavailableError } from '#server/platform/errors.ts';

/** OWASP parameters for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const NONCE_BYTES = 16;

/** Maximum number of concurrent hashes of strangers. Leaves one CPU free for page requests if there are several. */
const MAX_CONCURRENT = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Maximum length of each queue. Further calls throw UnavailableError. */
const MAX_QUEUED = 32;
/** Maximum length of the shared queue for networks with failures. The rest is for others. */
const MAX_QUEUED_AFTER_FAILURES = 16;

/**
 * Pause between queued hashes of networks with failures, as a multiple of the last hash's duration, to leave CPU time to
 * page requests. A network without failures ends it.
 */
const PAUSE = 2;

const deriveKey = (parameters: Argon2Parameters) => promisify(argon2)('argon2id', parameters);

/**
 * Strangers share one lane. The other one is for administrators and for browsers that have signed in before, which never
 * wait for strangers. With both, at most three hashes run at a time: 57 MiB, and three of libuv's four threads.
 */
const queues = {
  shared: new PQueue({ concurrency: MAX_CONCURRENT }),
  reserved: new PQueue({ concurrency: 1 }),
};

export type Lane = keyof typeof queues;

export type Turn = {
  lane: Lane;
  /** Earlier failures of the client. Those with the fewest go first. */
  failures: number;
  /** Called when the hash starts. */
  onStart?: () => void;
};

/** Returns an argon2id hash as a PHC string. Throws UnavailableError if the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const turn = { lane: 'reserved', failures: 0 } as const;
  const tag = await enqueue({ message: password.normalize('NFC'), nonce, ...PARAMETERS }, turn);
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/**
 * Returns true if the password matches the hash. Without a hash, returns false after the same work, so that the time
 * does not reveal which names exist. Throws UnavailableError if the queue is full.
 */
export async function verifyPassword(
  password: string,
  phc: string | undefined,
  turn: Turn = { lane: 'shared', failures: 0 },
): Promise<boolean> {
  const { nonce, tag, memory, passes, parallelism } = parse(phc ?? DUMMY_HASH);
  const message = password.normalize('NFC');
  const parameters = { message, nonce, memory, passes, parallelism, tagLength: tag.length };
  const computed = await enqueue(parameters, turn);
  return timingSafeEqual(computed, tag) && phc !== undefined;
}

export const tooManyWaiting = () =>
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

/** Returns false for a stored password that no one can sign in with, such as one that was edited by hand. */
export function isPasswordHash(phc: string): boolean {
  if (!PHC.test(phc)) return false;
  const { memory, passes, parallelism, nonce, tag } = parse(phc);
  const isPossible = parallelism >= 1 && passes >= 1 && memory >= 8 * parallelism && memory <= MEMORY_MAX_KIB;
  return isPossible && nonce.length >= 8 && tag.length >= PARAMETERS.tagLength;
}

/** More for one hash would need more memory than machines have. */
const MEMORY_MAX_KIB = 2 ** 22;

const pauses = new Set<() => void>();

async function pauseFor(durationMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, durationMs);
  pauses.add(resolve);
  await promise;
  clearTimeout(timer);
  pauses.delete(resolve);
}

function endOnePause(): void {
  const [end] = pauses;
  if (!end) return;
  pauses.delete(end);
  end();
}

/** Queues a hash and returns it before the pause that follows it. Throws UnavailableError if the queue is full. */
async function enqueue(parameters: Argon2Parameters, { lane, failures, onStart }: Turn): Promise<Buffer> {
  const queue = queues[lane];
  const isTried = lane === 'shared' && failures > 0;
  if (queue.size >= (isTried ? MAX_QUEUED_AFTER_FAILURES : MAX_QUEUED)) throw tooManyWaiting();
  return new Promise((resolve) => {
    const work = async () => {
      onStart?.();
      const startedAt = performance.now();
      const hash = deriveKey(parameters);
      resolve(hash);
      await Promise.allSettled([hash]);
      const isFirstTry = queue.sizeBy({ priority: 0 }) > 0;
      if (lane === 'shared' && queue.size > 0 && !isFirstTry) {
        await pauseFor(PAUSE * (performance.now() - startedAt));
      }
    };
    void queue.add(work, { priority: 0 - failures });
    if (lane === 'shared' && failures === 0) endOnePause();
  });
}

/** Lower-case letters and digits, without those that are easily confused on a screen. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 7;
const GROUP_LENGTH = 4;

const DAY_MS = 24 * 60 * 60_000;

/** Days until a generated password stops working: others have seen it, on a screen or in a message. */
export const GENERATED_PASSWORD_DAYS = 7;

/** Returns when a password that is set now expires; null for a chosen password. */
export const passwordExpiry = ({ isGenerated }: { isGenerated: boolean }): string | null =>
  isGenerated ? new Date(Date.now() + GENERATED_PASSWORD_DAYS * DAY_MS).toISOString() : null;

/** Generates a random password of about 138 bits, in groups that can be read aloud. */
export function generatePassword(): string {
  return Array.from({ length: GROUPS }, randomGroup).join('-');
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}
