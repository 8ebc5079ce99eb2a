import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import { accountStores } from './account-stores.ts';
import { checkNewPassword, checkNewUsername, usernameTaken } from './account-rules.ts';
import { hashPassword } from './password.ts';

/** Creates an administrator. Throws ValidationError for an invalid name or password, and ConflictError for a name that is taken. */
export async function createAdmin(
  database: Database,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await checkNewUsername(database, username);
  await checkNewPassword(password);
  const hash = await hashPassword(password);
  await database.write(async (db) => {
    const { admins } = accountStores(db);
    // Check again: the name may have been taken during hashing.
    const taken = await admins.find(username);
    if (taken) throw usernameTaken(taken.username);
    await admins.insert({ id: randomUUID(), username, password: hash });
  });
}
