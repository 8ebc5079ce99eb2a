import type { Database } from '#server/platform/database/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { accountStores } from './account-stores.ts';
import { removeTokensOf } from './api-token-service.ts';
import { checkNewPassword } from './account-rules.ts';
import { attemptedAccount, type Admin } from './admin-store.ts';
import type { NewCredentials } from './create-admin.ts';
import { passwordExpiry } from './generate-password.ts';
import { commandAuthor, logAccount } from './log-account.ts';
import { hashPassword } from './password.ts';

const AUTHOR = commandAuthor('reset-password');

/**
 * Sets a password, ends all sessions, and deletes the API tokens that the account created. Returns their number.
 * Throws NotFoundError, or ValidationError for an invalid password.
 */
export async function resetPassword(
  database: Database,
  { username, password, isGenerated = false, names = [] }: NewCredentials,
): Promise<number> {
  const admin = await getAdmin(database, username);
  const { id } = admin;
  await checkNewPassword(password, { names: [...names, admin.username] });
  const hash = await hashPassword(password);
  return database.write(async (db) => {
    const stores = accountStores(db);
    const { admins, sessions, signInAttempts } = stores;
    await admins.savePassword(id, { password: hash, passwordExpiresAt: passwordExpiry({ isGenerated }) });
    await sessions.removeAll(id);
    await signInAttempts.removeFor(attemptedAccount(username));
    await logAccount(stores, AUTHOR, admin, { password: 'new', signedOut: 'all' });
    return removeTokensOf(stores, AUTHOR, admin.username);
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
