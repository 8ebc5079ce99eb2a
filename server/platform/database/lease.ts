import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { databaseTime } from './transaction.ts';

/** Limits the wait for the database when the server stops. */
const RELEASE_MS = 1000;

/** Right of one server to run a task, for a limited time. */
export type Lease = ReturnType<typeof createLease>;

/** Creates a lease that lasts `ms` after each `acquire`, by the database's clock. `now` is the clock for SQLite. */
export function createLease(
  database: Pick<Database, 'writeAside'>,
  {
    name,
    ms,
    now,
    holder = randomUUID(),
  }: { name: string; ms: number; now?: (() => Date) | undefined; holder?: string | undefined },
) {
  let isHeld = false;
  return {
    /** Returns true if this server now holds the lease. */
    async acquire(): Promise<boolean> {
      isHeld = await database.writeAside(async (db) => {
        const at = await databaseTime(db, now);
        const after = (passed: number) => new Date(at.getTime() + passed).toISOString();
        const found = await db
          .selectFrom('lease')
          .select(['holder', 'expires_at'])
          .where('name', '=', name)
          .executeTakeFirst();
        const isCurrent =
          found &&
          found.expires_at > at.toISOString() &&
          // A later end is from before the clock was set back. Small corrections of a clock end no lease.
          found.expires_at <= after(2 * ms);
        if (isCurrent && found.holder !== holder) return false;
        await db
          .insertInto('lease')
          .values({ name, holder, expires_at: after(ms) })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ holder, expires_at: after(ms) }))
          .execute();
        return true;
      });
      return isHeld;
    },

    /** Lets another server acquire the lease. Without a connection, it expires. */
    async release(): Promise<void> {
      if (!isHeld) return;
      isHeld = false;
      const removed = database.writeAside((db) =>
        db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute(),
      );
      await Promise.race([removed.catch(() => undefined), sleep(RELEASE_MS, undefined, { ref: false })]);
    },
  };
}
