import { randomUUID } from 'node:crypto';
import type { DatabaseHandle } from '#server/database/database.ts';

/** One who tries to sign in: the account that is tried, and the network address it is tried from. */
export type Attempter = { account: string; address: string };

/** Attempts to sign in that failed or are under way, for all server processes together. */
export function createSignInAttemptStore(db: DatabaseHandle) {
  return {
    /** How many there were since a time, and when the newest was. */
    async count(
      { account, address }: Attempter,
      since: string,
    ): Promise<{ count: number; newest: string | null }> {
      const { count, newest } = await db
        .selectFrom('sign_in_attempt')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('at').as('newest')])
        .where('account', '=', account)
        .where('address', '=', address)
        .where('at', '>=', since)
        .executeTakeFirstOrThrow();
      return { count, newest };
    },

    /** Answers the id of what was noted. */
    async insert({ account, address }: Attempter, at: string): Promise<string> {
      const id = randomUUID();
      await db.insertInto('sign_in_attempt').values({ id, account, address, at }).execute();
      return id;
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute();
    },

    /** Strikes out an account's attempts: somebody who knows the password has come. */
    async removeFor(account: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('account', '=', account).execute();
    },

    async removeBefore(at: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('at', '<', at).execute();
    },
  };
}
