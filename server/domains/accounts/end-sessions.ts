import type { Database } from '#server/platform/database/database.ts';
import { accountStores } from './account-stores.ts';
import type { Admin } from './admin-store.ts';
import { commandAuthor, logAccount } from './log-account.ts';

const AUTHOR = commandAuthor('end-sessions');

/** Ends all sessions of accounts. Returns their number. */
export async function endSessions(
  database: Database,
  accounts: readonly Pick<Admin, 'id' | 'username'>[],
): Promise<number> {
  return database.write(async (db) => {
    const stores = accountStores(db);
    let ended = 0;
    for (const account of accounts) {
      const count = await stores.sessions.removeAll(account.id);
      if (count > 0) await logAccount(stores, AUTHOR, account, { signedOut: 'all' });
      ended += count;
    }
    return ended;
  });
}

/** Ends one session. */
export async function endSession(
  database: Database,
  { tokenHash, adminId: id, username }: { tokenHash: string; adminId: string; username: string },
): Promise<void> {
  await database.write(async (db) => {
    const stores = accountStores(db);
    await stores.sessions.remove(tokenHash);
    await logAccount(stores, AUTHOR, { id, username }, { signedOut: 'one' });
  });
}
