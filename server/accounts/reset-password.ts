import type { Database } from '#server/database/database.ts';
import { HttpError } from '#server/errors.ts';
import { createStores } from '#server/stores.ts';
import { checkNewPassword } from './account-rules.ts';
import { attemptedAccount, type Admin } from './admin-store.ts';
import { hashPassword } from './password.ts';

/**
 * Gives an administrator a new password, ends all of the account's sessions and forgets its failed attempts. Throws 400
 * for a password that cannot be, and 404 where nobody has the name.
 */
export async function resetPassword(
  database: Database,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const { id } = await getAdmin(database, username);
  await checkNewPassword(password);
  const hash = await hashPassword(password);
  await database.write(async (db) => {
    const { admins, sessions, signInAttempts } = createStores(db);
    await admins.savePassword(id, hash);
    await sessions.removeAll(id);
    await signInAttempts.removeFor(attemptedAccount(username));
  });
}

/** The administrator of a name, in whatever case. Throws 404 where nobody has it. */
export async function getAdmin(database: Database, username: string): Promise<Admin> {
  const admin = await database.read((db) => createStores(db).admins.find(username));
  if (!admin) throw new HttpError(404, 'no-such-admin', `There is no administrator named ${username}.`);
  return admin;
}
