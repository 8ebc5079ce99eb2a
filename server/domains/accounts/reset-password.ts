import type { Database } from '#server/platform/database/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { accountStores } from './account-stores.ts';
import { checkNewPassword } from './account-rules.ts';
import { attemptedAccount, type Admin } from './admin-store.ts';
import { hashPassword } from './password.ts';

/** Sets a password and ends all sessions. Throws NotFoundError, or ValidationError for an invalid password. */
export async function resetPassword(
  database: Database,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const { id } = await getAdmin(database, username);
  await checkNewPassword(password);
  const hash = await hashPassword(password);
  await database.write(async (db) => {
    const { admins, sessions, signInAttempts } = accountStores(db);
    await admins.savePassword(id, hash);
    await sessions.removeAll(id);
    await signInAttempts.removeFor(attemptedAccount(username));
  });
}

/** Returns an administrator by name, ignoring case. Throws NotFoundError if the name is unknown. */
export async function getAdmin(database: Database, username: string): Promise<Admin> {
  const admin = await database.read((db) => accountStores(db).admins.find(username));
  if (!admin) {
    const detail = `No administrator is named ${username}. To see all names, run: npm run admin -- list-admins`;
    throw new NotFoundError('no-such-admin', detail);
  }
  return admin;
}
