import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import { accountStores } from './account-stores.ts';
import { checkNewPassword, checkNewUsername, usernameTaken } from './account-rules.ts';
import { passwordExpiry } from './generate-password.ts';
import { commandAuthor, logAccount } from './log-account.ts';
import { hashPassword } from './password.ts';

export type NewCredentials = {
  username: string;
  password: string;
  isGenerated?: boolean;
  /** Names that the password may not consist of, in addition to the username. */
  names?: readonly string[];
};

const AUTHOR = commandAuthor('create-admin');

/** Creates an administrator. Throws ValidationError for an invalid name or password, and ConflictError for a name that is taken. */
export async function createAdmin(
  database: Database,
  { username, password, isGenerated = false, names = [] }: NewCredentials,
): Promise<void> {
  await checkNewUsername(database, username);
  await checkNewPassword(password, { names: [...names, username] });
  const hash = await hashPassword(password);
  await database.write(async (db) => {
    const stores = accountStores(db);
    // Check again: the name may have been taken during hashing.
    const taken = await stores.admins.find(username);
    if (taken) throw usernameTaken(taken.username);
    const account = { id: randomUUID(), username };
    const passwordExpiresAt = passwordExpiry({ isGenerated });
    await stores.admins.insert({ ...account, password: hash, passwordExpiresAt });
    await logAccount(stores, AUTHOR, account, 'created');
  });
}
