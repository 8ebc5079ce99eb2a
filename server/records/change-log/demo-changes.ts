import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';

/** Queries of the log for demo content that nothing has replaced since. */
export function demoChanges(db: DatabaseHandle) {
  const selectDemoChanges = () =>
    db
      .selectFrom('change_log as change')
      .select(['change.subject', 'change.item', 'change.version', 'change.after'])
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
    async hasDemoContent(): Promise<boolean> {
      return (await selectDemoChanges().limit(1).executeTakeFirst()) !== undefined;
    },

    /** Lists the subjects whose newest change is demo content, oldest first. */
    async listDemoChanges() {
      const rows = await selectDemoChanges().orderBy('change.version').execute();
      return rows.map((row) => ({ ...row, after: parseValue(row.after) }));
    },
  };
}
