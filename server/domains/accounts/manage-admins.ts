import { randomUUID } from 'node:crypto';
import { FIRST_START, type Author } from '#server/platform/change.ts';
import type { Database } from '#server/platform/database/database.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { StartError } from '#server/platform/start-error.ts';
import { checkNewPassword, checkNewUsername, usernameTaken } from './account-rules.ts';
import { OWNER, type Rights } from './account-rights.ts';
import { accountStores, type Admin } from './account-stores.ts';
import { logAccount } from './log-account.ts';
import { removePerson, revokeAll } from './people.ts';
import { generatePassword, hashPassword, isPasswordHash, passwordExpiry } from './password.ts';

type Stores = ReturnType<typeof accountStores>;

export type NewCredentials = {
  username: string;
  password: string;
  isGenerated?: boolean;
  /** Names that the password may not consist of, in addition to the username. */
  names?: readonly string[];
};

/** Returns the author of what a command of the operator changes. */
export const commandAuthor = (command: string) =>
  ({ origin: 'admin', name: `the command ${command}` }) as const;

/** Creates an administrator. Throws ValidationError for an invalid name or password, and ConflictError for a name that is taken. */
export async function createAdmin(
  database: Database,
  { username, password, isGenerated = false, names = [] }: NewCredentials,
): Promise<void> {
  await checkNewUsername(database, username);
  await checkNewPassword(password, { names: [...names, username] });
  const hash = await hashPassword(password);
  await database.write(async (db) => {
    await insertAdmin(accountStores(db), commandAuthor('create-admin'), { username, hash, isGenerated });
  });
}

/**
 * Adds an administrator in the caller's transaction; an owner unless `rights` says otherwise. Throws ConflictError for a
 * name that was taken during hashing.
 */
export async function insertAdmin(
  stores: Stores,
  author: Author,
  {
    username,
    hash,
    isGenerated,
    rights = OWNER,
  }: { username: string; hash: string; isGenerated: boolean; rights?: Rights },
): Promise<void> {
  const taken = await stores.admins.find(username);
  if (taken) throw usernameTaken(taken.username);
  const account = { id: randomUUID(), username };
  await stores.admins.insert({
    ...account,
    ...rights,
    password: hash,
    passwordExpiresAt: passwordExpiry({ isGenerated }),
  });
  await logAccount(stores, author, account, { before: null, after: {} });
}

const DEFAULT_USERNAME = 'admin';

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
  const isGenerated = password === undefined;
  const chosen = password ?? generatePassword();
  if (!isGenerated) {
    await checkNewPassword(chosen, { names: [...names, username] }).catch((error) => {
      throw error instanceof ValidationError ? new StartError(`ADMIN_PASSWORD: ${error.message}`) : error;
    });
  }
  const hash = await hashPassword(chosen);
  const wasCreated = await database.write(async (db) => {
    const stores = accountStores(db);
    // Check again: another server may have created one during hashing.
    if (await stores.admins.exists()) return false;
    const author = { origin: 'admin', name: FIRST_START } as const;
    await insertAdmin(stores, author, { username, hash, isGenerated });
    return true;
  });
  return wasCreated && isGenerated ? { username, password: chosen } : undefined;
}

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
    const author = commandAuthor('reset-password');
    await stores.admins.savePassword(id, {
      password: hash,
      passwordExpiresAt: passwordExpiry({ isGenerated }),
    });
    await logAccount(stores, author, admin, { after: { password: 'new', signedOut: 'all' } });
    return revokeAll(db, author, admin);
  });
}

/** Returns the names of administrators who cannot sign in, because their stored password is damaged. */
export async function listDamagedPasswords(database: Database): Promise<string[]> {
  const rows = await database.read((db) =>
    db.selectFrom('admin').select(['username', 'password']).orderBy('username_key').execute(),
  );
  return rows.flatMap(({ username, password }) => (isPasswordHash(password) ? [] : username));
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

/**
 * Removes an administrator, with all sessions and the API tokens that the account created. Returns its name and the
 * number of tokens. Throws NotFoundError, or ConflictError for the only administrator or owner: the next start would
 * create another administrator.
 */
export async function removeAdmin(
  database: Database,
  username: string,
): Promise<{ username: string; deletedTokens: number }> {
  const { id } = await getAdmin(database, username);
  return database.write((db) => removePerson(db, commandAuthor('remove-admin'), id));
}

const ENDING = commandAuthor('end-sessions');

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
      if (count > 0) await logAccount(stores, ENDING, account, { after: { signedOut: 'all' } });
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
    await logAccount(stores, ENDING, { id, username }, { after: { signedOut: 'one' } });
  });
}
