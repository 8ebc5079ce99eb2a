import { randomUUID } from 'node:crypto';
import { FIRST_START, type Author } from '#server/platform/change.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { StartError } from '#server/platform/start-error.ts';
import { checkNewPassword, checkNewUsername, usernameTaken } from './account-rules.ts';
import { accountStores, type Admin } from './account-stores.ts';
import { removeTokensOf } from './api-token-service.ts';
import { logAccount } from './log-account.ts';
import { generatePassword, hashPassword, isPasswordHash, passwordExpiry } from './password.ts';
import { createSignInKey, hiddenName } from './sign-in-key.ts';

type Stores = ReturnType<typeof accountStores>;

export type NewCredentials = {
  username: string;
  password: string;
  isGenerated?: boolean;
  /** Names that the password may not consist of, in addition to the username. */
  names?: readonly string[];
};

/** Returns the author of what a command of the operator changes. */
const commandAuthor = (command: string): Author => ({ origin: 'admin', name: `the command ${command}` });

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
    await insertAdmin(stores, commandAuthor('create-admin'), { username, hash, isGenerated });
  });
}

async function insertAdmin(
  stores: Stores,
  author: Author,
  { username, hash, isGenerated }: { username: string; hash: string; isGenerated: boolean },
): Promise<void> {
  const account = { id: randomUUID(), username };
  await stores.admins.insert({
    ...account,
    password: hash,
    passwordExpiresAt: passwordExpiry({ isGenerated }),
  });
  await logAccount(stores, author, account, 'created');
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
    await logAccount(stores, author, admin, { password: 'new', signedOut: 'all' });
    return revokeAll(db, author, admin);
  });
}

/** Ends all sessions, forgets failed sign-ins, and deletes the API tokens of an account. Returns the number of tokens. */
async function revokeAll(
  db: DatabaseHandle,
  author: Author,
  { id, username }: Pick<Admin, 'id' | 'username'>,
): Promise<number> {
  const stores = accountStores(db);
  await stores.sessions.removeAll(id);
  await stores.signInAttempts.removeFor(hiddenName(await createSignInKey(db), username));
  return removeTokensOf(stores, author, username);
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
    const author = commandAuthor('remove-admin');
    const deletedTokens = await revokeAll(db, author, admin);
    await stores.admins.remove(admin.id);
    await logAccount(stores, author, admin, 'removed');
    return { username: admin.username, deletedTokens };
  });
}

const onlyAdmin = (username: string) =>
  new ConflictError(
    'only-admin',
    `${username} is the only administrator. Create another one first: npm run admin -- create-admin NAME`,
  );

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
      if (count > 0) await logAccount(stores, ENDING, account, { signedOut: 'all' });
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
    await logAccount(stores, ENDING, { id, username }, { signedOut: 'one' });
  });
}
