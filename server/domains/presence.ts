import type { CurrentAdmin } from '#contract/accounts.ts';
import type { Presence, PresenceReport } from '#contract/presence.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import type { Database } from '#server/platform/database/database.ts';

/** A tab that has not reported for so long is closed, asleep, or in the background. */
const EXPIRES_MS = 60_000;
/** Maximum number of tabs of an administrator. */
const MAX_TABS = 40;

export type PresenceService = ReturnType<typeof createPresenceService>;

/** Creates the service that records, for all servers, who has unsaved text in the editor. */
export function createPresenceService(database: Database) {
  return {
    /** Records the sections of a tab, and returns those of other administrators. */
    async report({ id, username }: CurrentAdmin, { tab, sections }: PresenceReport): Promise<Presence> {
      const { rows, since } = await database.read(async (db) => ({
        rows: await db.selectFrom('presence').selectAll().orderBy('username').execute(),
        since: new Date((await databaseTime(db)).getTime() - EXPIRES_MS).toISOString(),
      }));
      const current = rows.filter(({ seen_at: seenAt }) => seenAt > since);
      const known = current.filter(({ admin_id: owner }) => owner === id);
      const isKnown = known.some((row) => row.tab === tab);
      if (isKnown || (sections.length > 0 && known.length < MAX_TABS)) await save();
      const others = current.filter(({ admin_id: owner }) => owner !== id);
      const all = others.flatMap((row) =>
        row.sections.split(' ').map((section) => ({ username: row.username, section })),
      );
      return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];

      function save() {
        return database.writeAside(async (db) => {
          await db
            .deleteFrom('presence')
            .where(({ eb, and, or }) =>
              or([eb('seen_at', '<=', since), and([eb('tab', '=', tab), eb('admin_id', '=', id)])]),
            )
            .execute();
          if (sections.length === 0) return;
          const seenAt = (await databaseTime(db)).toISOString();
          const row = { tab, admin_id: id, username, sections: sections.join(' '), seen_at: seenAt };
          await db
            .insertInto('presence')
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        });
      }
    },
  };
}
