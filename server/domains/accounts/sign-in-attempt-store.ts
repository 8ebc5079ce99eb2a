import { randomUUID } from 'node:crypto';
import type { DatabaseHandle } from '#server/platform/database/database.ts';

/** Account and client address, the pair by which attempts are counted. */
export type AttemptKey = { account: string; address: string };

/** Stores failed and pending sign-in attempts, shared by all server processes. */
export function createSignInAttemptStore(db: DatabaseHandle) {
  return {
    async count(
      { account, address }: AttemptKey,
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

    async insert({ account, address }: AttemptKey, at: string): Promise<string> {
      const id = randomUUID();
      await db.insertInto('sign_in_attempt').values({ id, account, address, at }).execute();
      return id;
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute();
    },

    async removeFor(account: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('account', '=', account).execute();
    },

    async removeBefore(at: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('at', '<', at).execute();
    },
  };
}
