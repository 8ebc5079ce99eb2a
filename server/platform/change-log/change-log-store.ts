import type { DatabaseHandle } from '#server/platform/database/database.ts';

/** Author of a change. Only administrators and API tokens have a name. */
export type Author =
  | { origin: 'admin' | 'token'; name: string }
  | { origin: 'demo' | 'restore' | 'clock' | 'feed' };

export type ChangeLogStore = ReturnType<typeof createChangeLogStore>;

/** Stores the append-only log of all changes. Its newest number is the content version. */
export function createChangeLogStore(db: DatabaseHandle) {
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
    // Exclude removals, which leave nothing to replace.
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

    /** Appends a change. Returns its number, which exceeds all others and `above`. Requires the write lock. */
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

    /** Returns the `value` at version `seen` (null if missing), or undefined if it has not changed since. */
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

    /** Returns the values of a subject before each change after version `seen`, oldest first. */
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

    async hasDemoContent(): Promise<boolean> {
      return (await demoChanges.limit(1).executeTakeFirst()) !== undefined;
    },

    /** Lists the subjects whose newest change is demo content, oldest first. */
    async listDemoChanges(): Promise<{ subject: string; version: number; after: unknown }[]> {
      const rows = await demoChanges.orderBy('change.version').execute();
      return rows.map((row) => ({ ...row, after: JSON.parse(row.after) as unknown }));
    },
  };
}
