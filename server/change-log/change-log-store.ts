import type { DatabaseHandle } from '#server/database/database.ts';

/**
 * Who or what makes a change. An administrator signs with a name, a program of the office with that of its token; the
 * demo content, a restored backup, the clock and the feed of futures have none.
 */
export type Author =
  | { origin: 'admin' | 'token'; name: string }
  | { origin: 'demo' | 'restore' | 'clock' | 'feed' };

export type ChangeLogStore = ReturnType<typeof createChangeLogStore>;

/** The append-only log of every change. Its newest number is the version of all content. */
export function createChangeLogStore(db: DatabaseHandle) {
  /** The number of the newest change; 0 before the first. */
  async function version(): Promise<number> {
    const newest = await db
      .selectFrom('change_log')
      .select('version')
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest?.version ?? 0;
  }

  const demoChanges = db
    .selectFrom('change_log as change')
    .select(['change.subject', 'change.version', 'change.after'])
    .where('change.origin', '=', 'demo')
    // What was taken away leaves nothing that somebody could replace.
    .where('change.after', 'not in', ['null', '""'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('change_log as later')
            .select('later.version')
            .whereRef('later.subject', '=', 'change.subject')
            .whereRef('later.version', '>', 'change.version'),
        ),
      ),
    );

  return {
    version,

    /**
     * Appends a change and answers its number, which is the next, and in any case above `above`. Only inside a write,
     * whose lock keeps the numbers in order.
     */
    async append(
      change: { author: Author; subject: string; before: unknown; after: unknown },
      { above = 0 } = {},
    ): Promise<number> {
      const next = Math.max(await version(), above) + 1;
      await db
        .insertInto('change_log')
        .values({
          version: next,
          at: new Date().toISOString(),
          origin: change.author.origin,
          author: 'name' in change.author ? change.author.name : null,
          subject: change.subject,
          before: JSON.stringify(change.before),
          after: JSON.stringify(change.after),
        })
        .execute();
      return next;
    },

    /** The newest change of one thing, or undefined when it was never changed. */
    async findNewest(
      subject: string,
    ): Promise<{ version: number; at: string; author: string | null } | undefined> {
      return db
        .selectFrom('change_log')
        .select(['version', 'at', 'author'])
        .where('subject', '=', subject)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
    },

    /** What one thing was at a version, where it has changed since: null when it was not there. */
    async findAt(subject: string, seen: number): Promise<{ value: unknown } | undefined> {
      const next = await db
        .selectFrom('change_log')
        .select('before')
        .where('subject', '=', subject)
        .where('version', '>', seen)
        .orderBy('version')
        .limit(1)
        .executeTakeFirst();
      return next && { value: JSON.parse(next.before) as unknown };
    },

    /** What one thing became by its newest change; undefined when it was never changed. */
    async findValue(subject: string): Promise<unknown> {
      const newest = await db
        .selectFrom('change_log')
        .select('after')
        .where('subject', '=', subject)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      return newest && (JSON.parse(newest.after) as unknown);
    },

    /** What one thing was before each of its changes after a version, oldest first. */
    async listBeforeSince(subject: string, seen: number): Promise<unknown[]> {
      const rows = await db
        .selectFrom('change_log')
        .select('before')
        .where('subject', '=', subject)
        .where('version', '>', seen)
        .orderBy('version')
        .execute();
      return rows.map(({ before }) => JSON.parse(before) as unknown);
    },

    /** True while the newest change of anything is the demo content's: somebody has yet to replace it. */
    async hasDemoContent(): Promise<boolean> {
      return (await demoChanges.limit(1).executeTakeFirst()) !== undefined;
    },

    /** The newest changes of all things that are the demo content's still, oldest first. */
    async listDemoChanges(): Promise<{ subject: string; version: number; after: unknown }[]> {
      const rows = await demoChanges.orderBy('change.version').execute();
      return rows.map((row) => ({ ...row, after: JSON.parse(row.after) as unknown }));
    },
  };
}
