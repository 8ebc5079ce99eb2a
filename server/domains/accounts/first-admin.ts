import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { StartError } from '#server/platform/start-error.ts';
import { checkNewPassword } from './account-rules.ts';
import { accountStores } from './account-stores.ts';
import { generatePassword, passwordExpiry } from './generate-password.ts';
import { logAccount } from './log-account.ts';
import { hashPassword } from './password.ts';

const DEFAULT_USERNAME = 'admin';

const AUTHOR = { origin: 'admin', name: 'the first start' } as const;

/**
 * Creates the first administrator if there is none. Returns its credentials if the password was generated. Throws
 * StartError for an invalid password.
 */
export async function createFirstAdmin(
  database: Database,
  {
    username = DEFAULT_USERNAME,
    password,
    names = [],
  }: { username: string | undefined; password: string | undefined; names?: readonly string[] },
): Promise<{ username: string; password: string } | undefined> {
  if (await database.read((db) => accountStores(db).admins.exists())) return undefined;
  const chosen = password ?? generatePassword();
  if (password !== undefined) await checkPasswordSetting(password, [...names, username]);
  const hash = await hashPassword(chosen);
  const wasCreated = await database.write(async (db) => {
    const stores = accountStores(db);
    // Check again: another server may have created one during hashing.
    if (await stores.admins.exists()) return false;
    const account = { id: randomUUID(), username };
    const passwordExpiresAt = passwordExpiry({ isGenerated: password === undefined });
    await stores.admins.insert({ ...account, password: hash, passwordExpiresAt });
    await logAccount(stores, AUTHOR, account, 'created');
    return true;
  });
  return wasCreated && password === undefined ? { username, password: chosen } : undefined;
}

async function checkPasswordSetting(password: string, names: readonly string[]): Promise<void> {
  try {
    await checkNewPassword(password, { names });
  } catch (error) {
    throw error instanceof ValidationError ? new StartError(`ADMIN_PASSWORD: ${error.message}`) : error;
  }
}
