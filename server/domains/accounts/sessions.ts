import { createHash, randomBytes } from 'node:crypto';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { isInUse } from './account-rights.ts';
import { accountStores, type Admin, type Session, type SessionOrigin } from './account-stores.ts';
import { checkChangesOf, REQUIREMENT } from './check-change.ts';
import type { LoggedChange } from '#server/platform/change.ts';
import { logAccount } from './log-account.ts';
import { LRUCache } from 'lru-cache';
import { CONFIRM_NEEDED } from '#contract/factors.ts';
import { CONFIRMED_MINUTES } from '#contract/rights.ts';
import { waitText } from '#contract/text.ts';
import type { SessionInfo } from '#contract/sessions.ts';
import { ForbiddenError, NotFoundError, TooManyRequestsError } from '#server/platform/errors.ts';
import { networkOf } from '#server/platform/network-address.ts';

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

/** Returns false for an expired session, which may not have been deleted yet, and for one of an account that has ended. */
export function isActive({ seenAt, createdAt, ...rights }: Session, at: number): boolean {
  const isFresh = at - Date.parse(seenAt) < SESSION.idleMs && at - Date.parse(createdAt) < SESSION.absoluteMs;
  return isFresh && isInUse(rights, new Date(at));
}

/** Visitors do not see accounts and tokens, so a change that other processes do not know yet is complete. */
export const NOT_PUBLIC = { isPublic: false };

/** What the services of accounts need. `content` writes what the change log contains. */
export type AccountParts = {
  database: Database;
  content: Pick<ContentCache<object>, 'write'>;
  now: () => Date;
  credentials: CredentialLimit;
};

export type Sessions = ReturnType<typeof createSessions>;

/** Where a sign-in or a proof comes from: its Host header, to which passkeys belong, and the session of the browser. */
export type SignInOrigin = {
  address: string;
  host?: string | undefined;
  formerToken: string | undefined;
  knownBrowser?: string | undefined;
  userAgent?: string | undefined;
};

/** Begins, finds, and ends the sessions of administrators. `isRequired`: whether everyone needs a second factor. */
export function createSessions(parts: AccountParts & { isRequired: () => boolean }) {
  const { database, content, now, credentials, isRequired } = parts;
  let isSavingSeen = false;
  let nextSeenAt = 0;

  /** Records the use of a session in the background, at most one at a time. A failure must not delay reading. */
  async function saveSeen(hash: string): Promise<void> {
    const at = now().getTime();
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

  /** Replaces the browser's session and returns the new token, or undefined if the account has changed since. */
  async function begin(
    db: DatabaseHandle,
    { id, password }: Pick<Admin, 'id' | 'password'>,
    { formerToken, ...from }: { formerToken?: string | undefined } & Partial<SessionOrigin>,
  ): Promise<string | undefined> {
    const token = randomBytes(32).toString('base64url');
    const at = now().getTime();
    const { admins, sessions } = accountStores(db);
    const admin = await admins.findById(id);
    if (admin?.password !== password || !isInUse(admin, new Date(at))) return undefined;
    if (formerToken) await sessions.remove(hashOf(formerToken));
    await sessions.deleteExpired({
      createdBefore: isoAt(at - SESSION.absoluteMs),
      seenBefore: isoAt(at - SESSION.idleMs),
    });
    const isFirst = await admins.saveSignIn(id, isoAt(at));
    await sessions.insert(hashOf(token), id, isoAt(at), { ...from, ...(isFirst && { isNew: 0 }) });
    credentials.accept(hashOf(token));
    return token;
  }

  /** Throws ForbiddenError unless the session has proved recently whose it is. */
  async function assertConfirmed(db: DatabaseHandle, token: string | undefined): Promise<void> {
    if (token === undefined) throw notNow();
    const found = await accountStores(db).sessions.find(hashOf(token));
    const age = now().getTime() - Date.parse(found?.confirmedAt ?? '');
    // A comparison with the NaN of a missing time is false.
    if (!(age < CONFIRMED_MINUTES * MINUTE_MS)) throw confirmNeeded();
  }

  return {
    begin,
    /** Returns the check of what an administrator saves. Who needs a second factor also needs a proof of the session. */
    checkChangesOf(id: string, token?: string) {
      const check = checkChangesOf(id, now);
      return async (db: DatabaseHandle, change: LoggedChange): Promise<void> => {
        await check(db, change);
        if (change.subject === REQUIREMENT) await assertConfirmed(db, token);
      };
    },

    /**
     * Returns the administrator of a session, which counts as none without a second factor that everyone needs, except to set
     * one up. Throws TooManyRequestsError for too many invalid tokens.
     */
    async find(
      token: string | undefined,
      address: string,
      isSetup = false,
    ): Promise<CurrentAdmin | undefined> {
      if (!token || !TOKEN.test(token)) return undefined;
      const hash = hashOf(token);
      const session = await credentials.check(hash, address, async () => {
        const found = await database.read((db) => accountStores(db).sessions.find(hash));
        return found && isActive(found, now().getTime()) ? found : undefined;
      });
      if (!session) return undefined;
      const { adminId } = session;
      // A server of a release without second factors has asked for the password alone.
      const isOld = session.confirmedAt === null;
      const mustHave = isRequired() && !isSetup;
      if (isOld || mustHave) {
        const hasFactor = await database.read((db) => accountStores(db).factors.has(adminId));
        if (hasFactor ? isOld : mustHave) return undefined;
      }
      if (now().getTime() - Date.parse(session.seenAt) > SESSION.seenEveryMs) void saveSeen(hash);
      return toCurrentAdmin({ ...session, id: adminId });
    },

    /** Lists the active sessions of an administrator, or to an owner those of everyone. `token`: that of the current one. */
    async list({ id, role }: CurrentAdmin, token = ''): Promise<SessionInfo[]> {
      const all = await database.read((db) => accountStores(db).sessions.list());
      const at = now().getTime();
      return all
        .filter((session) => isActive(session, at) && (role === 'owner' || session.adminId === id))
        .map(({ tokenHash, username, browser, address, createdAt, seenAt, isNew }) => ({
          id: sessionId(tokenHash),
          username,
          browser,
          address,
          createdAt,
          seenAt,
          isCurrent: tokenHash === hashOf(token),
          isNew: isNew === 1,
        }));
    },

    /**
     * Ends a session of the administrator, or as an owner one of anyone, or records that it is known. Throws NotFoundError
     * for any other.
     */
    async settle({ id, username, role }: CurrentAdmin, target: string, what: 'end' | 'known'): Promise<void> {
      await content.write(async (db) => {
        const stores = accountStores(db);
        const found = (await stores.sessions.list()).find(({ tokenHash }) => sessionId(tokenHash) === target);
        const isOwn = found?.adminId === id;
        if (!found || !(isOwn || (role === 'owner' && what === 'end'))) throw sessionGone();
        if (what === 'known') return stores.sessions.saveKnown(found.tokenHash);
        await stores.sessions.remove(found.tokenHash);
        const account = { id: found.adminId, username: found.username };
        await logAccount(stores, authorOf(username), account, { after: { signedOut: 'one' } });
      }, NOT_PUBLIC);
    },

    checkConfirmed: (token = '') => database.read((db) => assertConfirmed(db, token)),

    async signOut(token: string): Promise<void> {
      await database.write((db) => accountStores(db).sessions.remove(hashOf(token)));
    },

    /** Ends all sessions of the administrator, except for the one with the token `kept`. */
    async endAll({ id, username }: CurrentAdmin, kept?: string): Promise<void> {
      await content.write(async (db) => {
        const stores = accountStores(db);
        if ((await stores.sessions.removeAll(id, kept && hashOf(kept))) === 0) return;
        const after = { signedOut: kept ? 'others' : 'all' } as const;
        await logAccount(stores, authorOf(username), { id, username }, { after });
      }, NOT_PUBLIC);
    },
  };
}

const confirmNeeded = () =>
  new ForbiddenError(
    CONFIRM_NEEDED,
    "Confirm that it's you: enter your password, or use a passkey. If you aren't asked, reload the page.",
  );

const notNow = () =>
  new ForbiddenError('not-a-save', "This can't be previewed or scheduled. Save it now instead.");

/** Returns an id that does not reveal the stored hash. */
const sessionId = (tokenHash: string) => hashOf(tokenHash).slice(0, 16);

const sessionGone = () =>
  new NotFoundError('no-such-session', 'This session has already ended. Reload the page.');

export const authorOf = (username: string) => ({ origin: 'admin', name: username }) as const;

export const toCurrentAdmin = ({
  id,
  username,
  role,
  locations,
  passwordExpiresAt,
  email,
}: Pick<Admin, Exclude<keyof CurrentAdmin, 'newSessions'>>): CurrentAdmin => ({
  id,
  username,
  role,
  locations,
  ...(passwordExpiresAt !== null && { passwordExpiresAt }),
  ...(email !== null && { email }),
});

/** Form of the tokens that `begin` creates. */
const TOKEN = /^[\w-]{43}$/;

const isoAt = (ms: number) => new Date(ms).toISOString();

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Invalid credentials per network, well above an office whose sessions have all ended. */
const INVALID = { max: 100, windowMs: 60_000 } as const;
/** Maximum numbers of remembered networks and credentials. */
const REMEMBERED_MAX = 10_000;
const NO_ATTEMPTS = { invalid: 0, endsAt: 0 };

export const tooManyAttempts = (retryAfterSeconds: number) =>
  new TooManyRequestsError(
    'too-many-attempts',
    `Too many tries. ${waitText(retryAfterSeconds)}`,
    retryAfterSeconds,
  );

export type CredentialLimit = ReturnType<typeof createCredentialLimit>;

/**
 * Limits the database reads that invalid session and API tokens cause, per network. A token that was valid before is
 * always looked up, so that people stay signed in whatever others in their network send.
 */
export function createCredentialLimit({ now = () => performance.now() }: { now?: () => number } = {}) {
  const networks = new LRUCache<string, { invalid: number; endsAt: number }>({ max: REMEMBERED_MAX });
  const validHashes = new LRUCache<string, true>({ max: REMEMBERED_MAX });

  const accept = (hash: string) => void validHashes.set(hash, true);

  function reject(hash: string, address: string): void {
    validHashes.delete(hash);
    const network = networkOf(address);
    const known = networks.get(network);
    if (known && known.endsAt > now()) known.invalid += 1;
    else networks.set(network, { invalid: 1, endsAt: now() + INVALID.windowMs });
  }

  return {
    /** Remembers a new credential as valid. */
    accept,

    /** Returns what `find` finds. Throws TooManyRequestsError for an unknown credential from a limited network. */
    async check<Found>(
      hash: string,
      address: string,
      find: () => Promise<Found | undefined>,
    ): Promise<Found | undefined> {
      const { invalid, endsAt } = (!validHashes.has(hash) && networks.get(networkOf(address))) || NO_ATTEMPTS;
      const waitMs = endsAt - now();
      if (invalid >= INVALID.max && waitMs > 0) throw tooManyAttempts(Math.ceil(waitMs / 1000));
      const found = await find();
      if (found === undefined) reject(hash, address);
      else accept(hash);
      return found;
    },
  };
}
