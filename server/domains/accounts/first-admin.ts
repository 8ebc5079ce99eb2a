import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import { accountStores } from './account-stores.ts';
import { generatePassword } from './generate-password.ts';
import { hashPassword } from './password.ts';

const DEFAULT_USERNAME = 'admin';

/** Creates the first administrator if there is none. Returns its credentials if the password was generated. */
export async function createFirstAdmin(
  database: Database,
  { username = DEFAULT_USERNAME, password }: { username: string | undefined; password: string | undefined },
): Promise<{ username: string; password: string } | undefined> {
  if (await database.read((db) => accountStores(db).admins.exists())) return undefined;
  const chosen = password ?? generatePassword();
  const hash = await hashPassword(chosen);
  const wasCreated = await database.write(async (db) => {
    const { admins } = accountStores(db);
    // Check again: another server may have created one during hashing.
    if (await admins.exists()) return false;
    await admins.insert({ id: randomUUID(), username, password: hash });
    return true;
  });
  return wasCreated && password === undefined ? { username, password: chosen } : undefined;
}
