import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { networksAround } from '#server/platform/network-address.ts';
import { randomUUID } from 'node:crypto';
import { OWNER, toColumns, toRights, type Rights } from './account-rights.ts';
import { createApiTokenStore } from './api-token-store.ts';
import { createFactorStore } from './factor-store.ts';
import { createPersonLinkStore } from './person-link-store.ts';

export const accountStores = (db: DatabaseHandle) => ({
  admins: createAdminStore(db),
  sessions: createSessionStore(db),
  signInAttempts: createSignInAttemptStore(db),
  changeLog: createChangeLogStore(db),
  // Few requests need these.
  get apiTokens() {
    return createApiTokenStore(db);
  },
  get factors() {
    return createFactorStore(db);
  },
  get links() {
    return createPersonLinkStore(db);
  },
});

const RIGHTS_COLUMNS = [
  'admin.role',
  'admin.locations',
  'admin.disabled_at as disabledAt',
  'admin.ends_at as endsAt',
] as const;

export type Admin = Rights & {
  id: string;
  username: string;
  /** PHC string. */
  password: string;
  /** End of a generated password; null for a chosen one. */
  passwordExpiresAt: string | null;
  email: string | null;
};

export type AdminStore = ReturnType<typeof createAdminStore>;

export function createAdminStore(db: DatabaseHandle) {
  const admins = () =>
    db
      .selectFrom('admin')
      .select([
        'id',
        'username',
        'password',
        'password_expires_at as passwordExpiresAt',
        'email',
        ...RIGHTS_COLUMNS,
      ]);

  return {
    async list(): Promise<(Admin & { createdAt: string })[]> {
      const rows = await admins().select('created_at as createdAt').orderBy('username_key').execute();
      return rows.map(toRights);
    },

    async find(username: string): Promise<Admin | undefined> {
      const found = await admins().where('username_key', '=', usernameKey(username)).executeTakeFirst();
      return found && toRights(found);
    },

    async findById(id: string): Promise<Admin | undefined> {
      const found = await admins().where('id', '=', id).executeTakeFirst();
      return found && toRights(found);
    },

    async exists(): Promise<boolean> {
      return (await db.selectFrom('admin').select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    async insert({
      id,
      username,
      password,
      passwordExpiresAt,
      ...rights
    }: Omit<Admin, keyof Rights | 'email'> & Partial<Rights>): Promise<void> {
      await db
        .insertInto('admin')
        .values({
          id,
          username,
          username_key: usernameKey(username),
          password,
          password_expires_at: passwordExpiresAt,
          created_at: new Date().toISOString(),
          ...toColumns({ ...OWNER, ...rights }),
        })
        .execute();
    },

    async savePassword(
      id: string,
      { password, passwordExpiresAt }: Pick<Admin, 'password' | 'passwordExpiresAt'>,
    ): Promise<void> {
      await db
        .updateTable('admin')
        .set({ password, password_expires_at: passwordExpiresAt })
        .where('id', '=', id)
        .execute();
    },

    /** Records a sign-in. Returns whether it is the first one since they are recorded. */
    async saveSignIn(id: string, at: string): Promise<boolean> {
      const row = await db.selectFrom('admin').select('signed_in_at').where('id', '=', id).executeTakeFirst();
      await db.updateTable('admin').set({ signed_in_at: at }).where('id', '=', id).execute();
      return row?.signed_in_at === null;
    },

    async saveRights(id: string, rights: Rights): Promise<void> {
      const columns = { ...toColumns(rights), disabled_at: rights.disabledAt };
      await db.updateTable('admin').set(columns).where('id', '=', id).execute();
    },

    async saveEmail(id: string, email: string | null): Promise<void> {
      await db.updateTable('admin').set({ email }).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('admin').where('id', '=', id).execute();
    },
  };
}

/** Normalizes a name for comparison, which ignores case, surrounding whitespace and Unicode composition. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

export type Session = Rights & {
  adminId: string;
  username: string;
  /** End of a generated password; null for a chosen one. */
  passwordExpiresAt: string | null;
  email: string | null;
  createdAt: string;
  seenAt: string;
  /** When the person last proved who they are; null if an earlier release began the session. */
  confirmedAt: string | null;
} & SessionOrigin;

/** Where a session began. */
export type SessionOrigin = {
  /** Such as Firefox on Windows, or '' if unknown. */
  browser: string;
  address: string;
  /** 1 if the browser was not known, and no one has said who it was. */
  isNew: number;
};

/** Stores sessions under the SHA-256 hash of their token, which exists only in the cookie. */
export function createSessionStore(db: DatabaseHandle) {
  const sessions = () =>
    db
      .selectFrom('session')
      .innerJoin('admin', 'admin.id', 'session.admin_id')
      .select([
        'session.token_hash as tokenHash',
        'session.admin_id as adminId',
        'admin.username as username',
        'admin.password_expires_at as passwordExpiresAt',
        'admin.email',
        'session.created_at as createdAt',
        'session.seen_at as seenAt',
        'session.confirmed_at as confirmedAt',
        'session.browser',
        'session.address',
        'session.is_new as isNew',
        ...RIGHTS_COLUMNS,
      ]);

  return {
    async list(): Promise<(Session & { tokenHash: string })[]> {
      return (await sessions().orderBy('session.seen_at', 'desc').execute()).map(toRights);
    },

    async find(tokenHash: string): Promise<Session | undefined> {
      const found = await sessions().where('session.token_hash', '=', tokenHash).executeTakeFirst();
      return found && toRights(found);
    },

    async insert(
      tokenHash: string,
      adminId: string,
      at: string,
      { browser = '', address = '', isNew = 0 }: Partial<SessionOrigin> = {},
    ): Promise<void> {
      const origin = { browser, address, is_new: isNew };
      const times = { created_at: at, seen_at: at, confirmed_at: at };
      await db
        .insertInto('session')
        .values({ token_hash: tokenHash, admin_id: adminId, ...times, ...origin })
        .execute();
    },

    async saveKnown(tokenHash: string): Promise<void> {
      await db.updateTable('session').set({ is_new: 0 }).where('token_hash', '=', tokenHash).execute();
    },

    async saveSeen(tokenHash: string, at: string): Promise<void> {
      await db.updateTable('session').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute();
    },

    async saveConfirmed(tokenHash: string, at: string): Promise<void> {
      await db.updateTable('session').set({ confirmed_at: at }).where('token_hash', '=', tokenHash).execute();
    },

    async remove(tokenHash: string): Promise<void> {
      await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
    },

    /** Deletes the sessions of an administrator, except for one. Returns their number. */
    async removeAll(adminId: string, keptHash = ''): Promise<number> {
      const removal = db
        .deleteFrom('session')
        .where('admin_id', '=', adminId)
        .where('token_hash', '!=', keptHash);
      return Number((await removal.executeTakeFirst()).numDeletedRows);
    },

    async deleteExpired(limits: { createdBefore: string; seenBefore: string }): Promise<void> {
      await db
        .deleteFrom('session')
        .where(({ or, eb }) =>
          or([eb('created_at', '<', limits.createdBefore), eb('seen_at', '<', limits.seenBefore)]),
        )
        .execute();
    },
  };
}

export type Attempt = {
  /** `hiddenName` of the account. */
  account: string;
  address: string;
  network: string;
  /** ID of a browser that has signed in before, or ''. */
  browser: string;
};

/** Stores failed and pending sign-in attempts, shared by all server processes. */
export function createSignInAttemptStore(db: DatabaseHandle) {
  return {
    /** Returns the attempts of a browser or account, or of the networks in the widest one around a network, newest first. */
    async list(by: 'network' | 'browser' | 'account', value: string): Promise<(Attempt & { at: string })[]> {
      const [widest] = by === 'network' ? networksAround(value).slice(1).toReversed() : [];
      return db
        .selectFrom('sign_in_attempt')
        .select(['account', 'address', 'network', 'browser', 'at'])
        .where(by, widest ? 'like' : '=', widest?.replace('/48', ':%') ?? value)
        .orderBy('at', 'desc')
        .execute();
    },

    async insert(attempt: Attempt, at: string): Promise<string> {
      const id = randomUUID();
      await db
        .insertInto('sign_in_attempt')
        .values({ ...attempt, id, at })
        .execute();
      return id;
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute();
    },

    /** Stops counting the attempts for the account. They still count for their network. */
    async clear(account: string): Promise<void> {
      await db.updateTable('sign_in_attempt').set({ account: '' }).where('account', '=', account).execute();
    },

    async removeFor(account: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('account', '=', account).execute();
    },

    /** Removes expired attempts, and dates those from the future, which a clock that goes back leaves, to now. */
    async keepBetween(since: string, now: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('at', '<', since).execute();
      await db.updateTable('sign_in_attempt').set({ at: now }).where('at', '>', now).execute();
    },
  };
}
