import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type ScheduledRow = Tables['scheduled_change'];

export type ScheduleStore = ReturnType<typeof createScheduleStore>;

export function createScheduleStore(db: DatabaseHandle) {
  // Ends precede starts, so that a change can follow another one without a gap.
  const inOrder = () =>
    db.selectFrom('scheduled_change').selectAll().orderBy('at').orderBy('is_end', 'desc').orderBy('id');
  const waiting = () => inOrder().where('state', '=', 'waiting');

  return {
    list: (): Promise<ScheduledRow[]> => inOrder().execute(),

    find: (id: string): Promise<ScheduledRow | undefined> =>
      inOrder().where('id', '=', id).executeTakeFirst(),

    /** Returns the change that is due next. */
    findNext: (): Promise<ScheduledRow | undefined> => waiting().limit(1).executeTakeFirst(),

    /** Returns the changes that are published together with a waiting one: those of its author for its time. */
    listWith: ({ at, is_end: isEnd, author_id: author }: ScheduledRow): Promise<ScheduledRow[]> =>
      waiting().where('at', '=', at).where('is_end', '=', isEnd).where('author_id', '=', author).execute(),

    /** Returns the number of changes, and the id of the newest. */
    count: () =>
      db
        .selectFrom('scheduled_change')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('id').as('newest')])
        .executeTakeFirstOrThrow(),

    /** Inserts a change, or replaces the one with its id. */
    async save(row: ScheduledRow): Promise<void> {
      await db
        .insertInto('scheduled_change')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('scheduled_change').where('id', '=', id).execute();
    },
  };
}
