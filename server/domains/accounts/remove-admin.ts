import type { Database } from '#server/platform/database/database.ts';
import { ConflictError } from '#server/platform/errors.ts';
import { accountStores } from './account-stores.ts';
import { attemptedAccount } from './admin-store.ts';
import { removeTokensOf } from './api-token-service.ts';
import { commandAuthor, logAccount } from './log-account.ts';
import { getAdmin } from './reset-password.ts';

const AUTHOR = commandAuthor('remove-admin');

/**
 * Removes an administrator, with all sessions and the API tokens that the account created. Returns its name and the
 * number of tokens. Throws NotFoundError, or ConflictError for the only administrator, because the next start would
 * create another one.
 */
export async function removeAdmin(
  database: Database,
  username: string,
): Promise<{ username: string; deletedTokens: number }> {
  const admin = await getAdmin(database, username);
  return database.write(async (db) => {
    const stores = accountStores(db);
    const others = (await stores.admins.list()).filter(({ id }) => id !== admin.id);
    if (others.length === 0) throw onlyAdmin(admin.username);
    const deletedTokens = await removeTokensOf(stores, AUTHOR, admin.username);
    await stores.sessions.removeAll(admin.id);
    await stores.signInAttempts.removeFor(attemptedAccount(username));
    await stores.admins.remove(admin.id);
    await logAccount(stores, AUTHOR, admin, 'removed');
    return { username: admin.username, deletedTokens };
  });
}

const onlyAdmin = (username: string) =>
  new ConflictError(
    'only-admin',
    `${username} is the only administrator. Create another one first: npm run admin -- create-admin NAME`,
  );
