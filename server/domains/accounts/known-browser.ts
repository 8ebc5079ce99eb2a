import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { usernameKey } from './account-stores.ts';

const DAY_MS = 86_400_000;
/** Longest lifetime of a cookie that browsers allow. */
export const KNOWN_BROWSER_DAYS = 400;

/**
 * Returns a token with which a browser proves that `username` has signed in there. It consists of a random ID, its
 * expiry, and a signature, which alone depends on the account.
 */
export function createKnownBrowserToken(key: Buffer, username: string, now: Date): string {
  const id = randomBytes(16).toString('base64url');
  const expiry = `${now.getTime() + KNOWN_BROWSER_DAYS * DAY_MS}`;
  return `${id}.${expiry}.${sign(key, id, expiry, username)}`;
}

/** Returns the ID of the browser, or undefined if the token is invalid, has expired, or is for another account. */
export function findKnownBrowser(
  key: Buffer,
  token: string | undefined,
  username: string,
  now: Date,
): string | undefined {
  const [, id, expiry, signature] = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/.exec(token ?? '') ?? [];
  if (!id || !expiry || !signature || Number(expiry) < now.getTime()) return undefined;
  const expected = sign(key, id, expiry, username);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? id : undefined;
}

const sign = (key: Buffer, id: string, expiry: string, username: string) =>
  createHmac('sha256', key)
    .update(`${id}.${expiry}.${usernameKey(username)}`)
    .digest('base64url');
