import { createHmac, randomBytes } from 'node:crypto';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { usernameKey } from './account-stores.ts';

const NAME = 'sign-in';

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

/** Enough to tell the names of a network apart, but too little to confirm a guess. */
const HIDDEN_DIGITS = 4;

/** Returns what attempts to sign in are counted under. A password that was typed as a name cannot be read from it. */
export function hiddenName(key: Buffer, username: string): string {
  return createHmac('sha256', key)
    .update(`attempt ${usernameKey(username)}`)
    .digest('hex')
    .slice(0, HIDDEN_DIGITS);
}
