import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { usernameKey } from './account-stores.ts';

const NAME = 'sign-in';
const DAY_MS = 86_400_000;
/** Longest lifetime of a cookie that browsers allow. */
export const KNOWN_BROWSER_DAYS = 400;
/** Enough to tell the names of a network apart, but too little to confirm a guess. */
const HIDDEN_DIGITS = 4;

/**
 * Returns the key that signs the tokens of known browsers and hides the names of attempts. No backup contains it, and a
 * restore removes it.
 */
export async function findSignInKey(db: DatabaseHandle): Promise<Buffer | undefined> {
  const row = await db.selectFrom('secret').select('value').where('name', '=', NAME).executeTakeFirst();
  return row && Buffer.from(row.value, 'hex');
}

/** Returns the key, and creates it if it is missing. */
export async function createSignInKey(db: DatabaseHandle): Promise<Buffer> {
  const key = randomBytes(32);
  const values = { name: NAME, value: key.toString('hex') };
  await db
    .insertInto('secret')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findSignInKey(db)) ?? key;
}

/** Returns what attempts to sign in are counted under. A password that was typed as a name cannot be read from it. */
export const hiddenName = (key: Buffer, username: string): string =>
  sign(key, `attempt ${usernameKey(username)}`, 'hex').slice(0, HIDDEN_DIGITS);

/** Returns a random ID, its expiry, and a signature, which alone depends on what it is `about`. */
export function createProof(key: Buffer, about: string, now: Date, ms: number): string {
  const content = `${randomBytes(16).toString('base64url')}.${now.getTime() + ms}`;
  return `${content}.${sign(key, `${content}.${about}`)}`;
}

/** Returns the ID and the end of a proof, or undefined if it is invalid, has expired, or is about something else. */
export function findProof(key: Buffer, proof: string, about: string, now: Date) {
  const [, content, id, expiry, signature] = PROOF.exec(proof) ?? [];
  if (!signature || Number(expiry) < now.getTime()) return undefined;
  const expected = sign(key, `${content}.${about}`);
  const isRight = timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return isRight ? { id, expiresAt: Number(expiry) } : undefined;
}

const PROOF = /^(([\w-]{22})\.(\d{1,15}))\.([\w-]{43})$/;

/** Returns a token with which a browser proves that `username` has signed in there. */
export const createKnownBrowserToken = (key: Buffer, username: string, now: Date): string =>
  createProof(key, usernameKey(username), now, KNOWN_BROWSER_DAYS * DAY_MS);

/** Returns the ID of the browser, or undefined if the token is not one for the account. */
export const findKnownBrowser = (key: Buffer, token: string | undefined, username: string, now: Date) =>
  findProof(key, token ?? '', usernameKey(username), now)?.id;

const sign = (key: Buffer, text: string, encoding: 'hex' | 'base64url' = 'base64url') =>
  createHmac('sha256', key).update(text).digest(encoding);
