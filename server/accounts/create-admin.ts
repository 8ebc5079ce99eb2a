import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import { createStores } from '#server/stores.ts';
import { checkNewPassword, checkNewUsername, usernameTaken } from './account-rules.ts';
import { hashPassword } from './password.ts';

/** Makes an administrator. Throws 400 for a name or password that cannot be, and 409 for a name that is taken. */
export async function createAdmin(
  database: Database,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await checkNewUsername(database, username);
  await checkNewPassword(password);
  const hash = await hashPassword(password);
  await database.write(async (db) => {
    const { admins } = createStores(db);
    // Somebody else may have been quicker.
    const taken = await admins.find(username);
    if (taken) throw usernameTaken(taken.username);
    await admins.insert({ id: randomUUID(), username, password: hash });
  });
}
