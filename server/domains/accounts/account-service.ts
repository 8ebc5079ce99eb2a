import { createHash, randomBytes } from 'node:crypto';
import type { PasswordChange, CurrentAdmin, SignIn } from '#contract/accounts.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { ForbiddenError, UnauthorizedError } from '#server/platform/errors.ts';
import { networkOf } from '#server/platform/network-address.ts';
import {
  accountStores,
  attemptedAccount,
  type Admin,
  type AdminStore,
  type Session,
} from './account-stores.ts';
import { checkNewPassword } from './account-rules.ts';
import { createCredentialLimit, type CredentialLimit } from './credential-limit.ts';
import { GENERATED_PASSWORD_DAYS, hashPassword, verifyPassword } from './password.ts';
import { createKnownBrowserToken, findKnownBrowser } from './known-browser.ts';
import { logAccount } from './log-account.ts';
import { createSignInLimits, type Reservation } from './sign-in-limits.ts';

export const invalidCredentials = () => new UnauthorizedError('invalid-credentials', 'Invalid credentials');
export const signInNeeded = (detail = 'Sign in to continue.') =>
  new UnauthorizedError('sign-in-needed', detail);

export type AccountService = ReturnType<typeof createAccountService>;

/** Visitors do not see accounts, so a change that other processes do not know yet is complete. */
const NOT_PUBLIC = { isPublic: false };

export function createAccountService({
  database,
  content = database,
  names = () => [],
  now = () => Date.now(),
  credentials = createCredentialLimit({ now }),
}: {
  database: Database;
  /** Writes what the change log contains. */
  content?: Pick<ContentCache<object>, 'write'>;
  /** Names that a password may not consist of, in addition to the username. */
  names?: () => readonly string[];
  now?: () => number;
  credentials?: CredentialLimit;
}) {
  const limits = createSignInLimits({ database, now });
  let isSavingSeen = false;
  let nextSeenAt = 0;

  /** Records the use of a session in the background, at most one at a time. A failure must not delay reading. */
  async function saveSeen(hash: string): Promise<void> {
    const at = now();
    if (isSavingSeen || at < nextSeenAt) return;
    isSavingSeen = true;
    try {
      await database.writeAside((db) => accountStores(db).sessions.saveSeen(hash, isoAt(at)));
    } catch {
      nextSeenAt = at + SESSION.seenRetryMs;
    } finally {
      isSavingSeen = false;
    }
  }

  /**
   * Returns the administrator that `find` finds if the password is right. Returns the reserved failure if the check
   * throws, because the password was not wrong.
   */
  async function check(
    reservation: Reservation,
    password: string,
    find: (admins: AdminStore) => Promise<Admin | undefined>,
  ): Promise<Admin | undefined> {
    try {
      const admin = await database.read((db) => find(accountStores(db).admins));
      return (await verifyPassword(password, admin?.password, reservation)) ? admin : undefined;
    } catch (error) {
      await limits.release(reservation);
      throw error;
    } finally {
      reservation.onStart?.();
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
     * Starts a session, and returns a token for later sign-ins from the same browser. Throws UnauthorizedError for wrong
     * credentials, TooManyRequestsError for too many failures, and UnavailableError if too many attempts wait.
     */
    async signIn(
      { username, password }: SignIn,
      from: { address: string; formerToken: string | undefined; knownBrowser?: string | undefined },
    ): Promise<{ currentAdmin: CurrentAdmin; token: string; knownBrowser: string }> {
      const account = attemptedAccount(username);
      const { address, knownBrowser } = from;
      const browser =
        knownBrowser && (await database.read((db) => findKnownBrowser(db, knownBrowser, account, now())));
      const reservation = await limits.reserveSignIn({
        account,
        address,
        network: networkOf(address),
        browser: browser || '',
      });
      const admin = await check(reservation, password, (admins) => admins.find(username));
      if (!admin) throw invalidCredentials();
      const { passwordExpiresAt } = admin;
      if (passwordExpiresAt !== null && Date.parse(passwordExpiresAt) <= now()) {
        await limits.release(reservation);
        throw passwordExpired(admin);
      }
      const begun = await database.write(async (db) => {
        const token = await beginSession(db, admin, from.formerToken);
        return token && { token, knownBrowser: await createKnownBrowserToken(db, account, now()) };
      });
      if (!begun) throw invalidCredentials();
      await limits.succeed(reservation, account);
      credentials.accept(hashOf(begun.token));
      return { currentAdmin: toCurrentAdmin(admin), ...begun };
    },

    /** Returns the name of an account as it is stored, or undefined if there is no such account. */
    async findName(username: string): Promise<string | undefined> {
      return (await database.read((db) => accountStores(db).admins.find(username)))?.username;
    },

    /** Returns the administrator of a session. Throws TooManyRequestsError for too many invalid tokens. */
    async find(token: string | undefined, address: string): Promise<CurrentAdmin | undefined> {
      if (!token || !TOKEN.test(token)) return undefined;
      const hash = hashOf(token);
      const session = await credentials.check(hash, address, async () => {
        const found = await database.read((db) => accountStores(db).sessions.find(hash));
        return found && isActive(found, now()) ? found : undefined;
      });
      if (!session) return undefined;
      if (now() - Date.parse(session.seenAt) > SESSION.seenEveryMs) {
        void saveSeen(hash);
      }
      return toCurrentAdmin({ ...session, id: session.adminId });
    },

    async signOut(token: string): Promise<void> {
      await database.write((db) => accountStores(db).sessions.remove(hashOf(token)));
    },

    async signOutEverywhere({ id, username }: CurrentAdmin): Promise<void> {
      await content.write(async (db) => {
        const stores = accountStores(db);
        await stores.sessions.removeAll(id);
        await logAccount(stores, authorOf(username), { id, username }, { signedOut: 'all' });
      }, NOT_PUBLIC);
    },

    /**
     * Changes the password, ends all sessions, and returns the token of a new one. Throws ValidationError for an
     * invalid new password, ForbiddenError for a wrong current one, TooManyRequestsError for too many failures, and
     * UnavailableError if too many attempts wait.
     */
    async changePassword(
      { id, username }: CurrentAdmin,
      { currentPassword, newPassword }: PasswordChange,
      address: string,
    ): Promise<string> {
      await checkNewPassword(newPassword, { names: [...names(), username], path: '/newPassword' });
      const account = attemptedAccount(username);
      const network = networkOf(address);
      const reservation = await limits.reservePasswordChange({ account, address, network, browser: '' });
      const admin = await check(reservation, currentPassword, (admins) => admins.findById(id));
      if (!admin) throw wrongPassword();
      const password = await hashPassword(newPassword);
      const token = await content.write(async (db) => {
        const stores = accountStores(db);
        const { admins, sessions } = stores;
        if ((await admins.findById(id))?.password !== admin.password) return undefined;
        await admins.savePassword(id, { password, passwordExpiresAt: null });
        await sessions.removeAll(id);
        const change = { password: 'new', signedOut: 'others' } as const;
        await logAccount(stores, authorOf(username), { id, username }, change);
        return beginSession(db, { id, password });
      }, NOT_PUBLIC);
      if (!token) throw wrongPassword();
      credentials.accept(hashOf(token));
      await limits.succeed(reservation, account);
      return token;
    },
  };
}

const authorOf = (username: string) => ({ origin: 'admin', name: username }) as const;

const toCurrentAdmin = ({
  id,
  username,
  passwordExpiresAt,
}: Pick<Admin, 'id' | 'username' | 'passwordExpiresAt'>): CurrentAdmin => ({
  id,
  username,
  ...(passwordExpiresAt !== null && { passwordExpiresAt }),
});

const passwordExpired = ({ username }: Admin) =>
  new UnauthorizedError(
    'password-expired',
    `This generated password stopped working after ${GENERATED_PASSWORD_DAYS} days. To get a new one, ask the person who runs your website to run: npm run admin -- reset-password "${username}" --generate`,
  );

const wrongPassword = () =>
  new ForbiddenError('wrong-password', "That isn't your current password. Try again.", '/currentPassword');

/** Form of the tokens that `beginSession` creates. */
const TOKEN = /^[\w-]{43}$/;

const isoAt = (ms: number) => new Date(ms).toISOString();

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Sessions expire after a day without use, and after two weeks in any case. */
export const SESSION = {
  idleMs: DAY_MS,
  absoluteMs: 14 * DAY_MS,
  seenEveryMs: 5 * MINUTE_MS,
  /** Pause after a use could not be recorded. */
  seenRetryMs: MINUTE_MS,
} as const;

/** Returns false for an expired session, which may not have been deleted yet. */
export function isActive({ seenAt, createdAt }: Session, at: number): boolean {
  return at - Date.parse(seenAt) < SESSION.idleMs && at - Date.parse(createdAt) < SESSION.absoluteMs;
}
