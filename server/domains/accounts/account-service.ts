import { createHash, randomBytes } from 'node:crypto';
import type { PasswordChange, CurrentAdmin, SignIn } from '#contract/accounts.ts';
import { counted } from '#contract/text.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { ForbiddenError, TooManyRequestsError, UnauthorizedError } from '#server/platform/errors.ts';
import { accountStores } from './account-stores.ts';
import { checkNewPassword } from './account-rules.ts';
import { attemptedAccount, type Admin } from './admin-store.ts';
import { checkCapacity, hashPassword, verifyPassword } from './password.ts';
import { isActive, SESSION } from './session-lifetime.ts';

const MINUTE_MS = 60_000;

/** Sign-in limits: after 10 failures within 15 minutes, each one doubles the wait, from 2 seconds up to a minute. */
const ATTEMPTS = { free: 10, windowMs: 15 * MINUTE_MS, firstWaitMs: 2000, longestWaitMs: MINUTE_MS } as const;

export const invalidCredentials = () => new UnauthorizedError('invalid-credentials', 'Invalid credentials');
export const signInNeeded = (detail = 'Sign in to continue.') =>
  new UnauthorizedError('sign-in-needed', detail);

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({
  database,
  now = () => Date.now(),
}: {
  database: Database;
  now?: () => number;
}) {
  /**
   * Records an attempt before hashing, so that concurrent attempts count too. Returns its id, or throws
   * TooManyRequestsError.
   */
  async function beginAttempt(account: string, address: string): Promise<string> {
    const at = now();
    return database.write(async (db) => {
      const { signInAttempts } = accountStores(db);
      const { count, newest } = await signInAttempts.count(
        { account, address },
        isoAt(at - ATTEMPTS.windowMs),
      );
      const waitMs = newest === null ? 0 : Date.parse(newest) + waitAfter(count) - at;
      if (waitMs > 0) throw tooManyAttempts(Math.ceil(waitMs / 1000));
      await signInAttempts.removeBefore(isoAt(at - ATTEMPTS.windowMs));
      return signInAttempts.insert({ account, address }, isoAt(at));
    });
  }

  /** Deletes the attempt if verification throws, because the password was not wrong. */
  async function check(attempt: string, password: string, phc: string | undefined): Promise<boolean> {
    try {
      return await verifyPassword(password, phc);
    } catch (error) {
      await database.write((db) => accountStores(db).signInAttempts.remove(attempt));
      throw error;
    }
  }

  /** Replaces the browser's session and returns the new token, or undefined if the password has changed since. */
  async function beginSession(
    db: DatabaseHandle,
    { id, password }: Pick<Admin, 'id' | 'password'>,
    formerToken?: string,
  ): Promise<string | undefined> {
    const token = randomBytes(32).toString('base64url');
    const at = now();
    const { admins, sessions } = accountStores(db);
    if ((await admins.findById(id))?.password !== password) return undefined;
    if (formerToken) await sessions.remove(hashOf(formerToken));
    await sessions.deleteExpired({
      createdBefore: isoAt(at - SESSION.absoluteMs),
      seenBefore: isoAt(at - SESSION.idleMs),
    });
    await sessions.insert(hashOf(token), id, isoAt(at));
    return token;
  }

  return {
    /**
     * Starts a session. Throws UnauthorizedError for wrong credentials, TooManyRequestsError for too many attempts, and
     * UnavailableError if the queue is full.
     */
    async signIn(
      { username, password }: SignIn,
      from: { address: string; formerToken: string | undefined },
    ): Promise<{ currentAdmin: CurrentAdmin; token: string }> {
      checkCapacity();
      const account = attemptedAccount(username);
      const attempt = await beginAttempt(account, from.address);
      const admin = await database.read((db) => accountStores(db).admins.find(username));
      if (!(await check(attempt, password, admin?.password)) || !admin) throw invalidCredentials();
      const token = await database.write(async (db) => {
        await accountStores(db).signInAttempts.removeFor(account);
        return beginSession(db, admin, from.formerToken);
      });
      if (!token) throw invalidCredentials();
      return { currentAdmin: { id: admin.id, username: admin.username }, token };
    },

    async find(token: string | undefined): Promise<CurrentAdmin | undefined> {
      if (!token) return undefined;
      const session = await database.read((db) => accountStores(db).sessions.find(hashOf(token)));
      if (!session || !isActive(session, now())) return undefined;
      if (now() - Date.parse(session.seenAt) > SESSION.seenEveryMs) {
        await database.write((db) => accountStores(db).sessions.saveSeen(hashOf(token), isoAt(now())));
      }
      return { id: session.adminId, username: session.username };
    },

    async signOut(token: string): Promise<void> {
      await database.write((db) => accountStores(db).sessions.remove(hashOf(token)));
    },

    /**
     * Changes the password, ends all sessions, and returns the token of a new one. Throws ValidationError for an
     * invalid new password, ForbiddenError for a wrong current one, TooManyRequestsError for too many attempts, and
     * UnavailableError if the hashing queue is full.
     */
    async changePassword(
      { id, username }: CurrentAdmin,
      { currentPassword, newPassword }: PasswordChange,
      address: string,
    ): Promise<string> {
      await checkNewPassword(newPassword, '/newPassword');
      const account = attemptedAccount(username);
      const attempt = await beginAttempt(account, address);
      const admin = await database.read((db) => accountStores(db).admins.findById(id));
      if (!admin || !(await check(attempt, currentPassword, admin.password))) throw wrongPassword();
      const password = await hashPassword(newPassword);
      const token = await database.write(async (db) => {
        const { admins, sessions, signInAttempts } = accountStores(db);
        if ((await admins.findById(id))?.password !== admin.password) return undefined;
        await signInAttempts.removeFor(account);
        await admins.savePassword(id, password);
        await sessions.removeAll(id);
        return beginSession(db, { id, password });
      });
      if (!token) throw wrongPassword();
      return token;
    },
  };
}

const wrongPassword = () =>
  new ForbiddenError('wrong-password', "That isn't your current password. Try again.", '/currentPassword');

const tooManyAttempts = (retryAfterSeconds: number) =>
  new TooManyRequestsError(
    'too-many-attempts',
    `Too many tries. Wait ${counted(retryAfterSeconds, 'second')}, then try again.`,
    retryAfterSeconds,
  );

function waitAfter(failures: number): number {
  if (failures < ATTEMPTS.free) return 0;
  return Math.min(ATTEMPTS.firstWaitMs * 2 ** (failures - ATTEMPTS.free), ATTEMPTS.longestWaitMs);
}

const isoAt = (ms: number) => new Date(ms).toISOString();

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
