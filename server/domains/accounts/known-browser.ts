import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { createSettingStore } from '#server/platform/database/setting-store.ts';

const DAY_MS = 86_400_000;
/** Longest lifetime of a cookie that browsers allow. */
export const KNOWN_BROWSER_DAYS = 400;

/**
 * Returns a token with which a browser proves that `account` has signed in there. It consists of a random ID, its expiry,
 * and a signature, which alone depends on the account.
 */
export async function createKnownBrowserToken(
  db: DatabaseHandle,
  account: string,
  now: Date,
): Promise<string> {
  const settings = createSettingStore(db);
  let secret = await settings.find('known-browser-secret');
  if (!secret) {
    secret = randomBytes(32).toString('hex');
    await settings.save('known-browser-secret', secret);
  }
  const id = randomBytes(16).toString('base64url');
  const expiry = `${now.getTime() + KNOWN_BROWSER_DAYS * DAY_MS}`;
  return `${id}.${expiry}.${sign(secret, id, expiry, account)}`;
}

/** Returns the ID of the browser, or undefined if the token is invalid, has expired, or is for another account. */
export async function findKnownBrowser(
  db: DatabaseHandle,
  token: string | undefined,
  account: string,
  now: Date,
): Promise<string | undefined> {
  const [, id, expiry, signature] = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/.exec(token ?? '') ?? [];
  if (!id || !expiry || !signature || Number(expiry) < now.getTime()) return undefined;
  const secret = await createSettingStore(db).find('known-browser-secret');
  if (!secret) return undefined;
  const expected = sign(secret, id, expiry, account);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? id : undefined;
}

const sign = (secret: string, id: string, expiry: string, account: string) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(`${id}.${expiry}.${account}`).digest('base64url');
