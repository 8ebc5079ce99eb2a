import { randomUUID } from 'node:crypto';
import type { DatabaseHandle } from '#server/platform/database/database.ts';

export type Attempt = {
  account: string;
  address: string;
  network: string;
  /** ID of a browser that has signed in before, or ''. */
  browser: string;
};

/** Stores failed and pending sign-in attempts, shared by all server processes. */
export function createSignInAttemptStore(db: DatabaseHandle) {
  return {
    /** Returns the attempts of a network or a browser, newest first. */
    async list(by: 'network' | 'browser', value: string): Promise<(Attempt & { at: string })[]> {
      return db
        .selectFrom('sign_in_attempt')
        .select(['account', 'address', 'network', 'browser', 'at'])
        .where(by, '=', value)
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
