import { API } from '#contract/paths.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import type { ScheduledRow } from '#server/domains/schedule/schedule-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { SCHEDULED } from '#server/platform/change.ts';
import { readChangeLog } from './change-log.ts';

/** Plain texts, which are changed in turn. */
const TEXTS = SITE_TEXTS.filter(({ richText }) => !richText);

/** Rows per statement, so that inserting them takes less than the time until the first. */
const PAGE_ROWS = 500;

/** Schedules texts of the first administrator, without a base version, `together` of them at a time, more often than the editor allows. */
export async function scheduleTexts(
  database: Database,
  { count, afterMs, spacingMs, together }: Record<'count' | 'afterMs' | 'spacingMs' | 'together', number>,
): Promise<ScheduledRow[]> {
  return database.write(async (db) => {
    const admin = await db.selectFrom('admin').select(['id', 'username']).executeTakeFirstOrThrow();
    const now = (await databaseTime(db)).getTime();
    const rows = Array.from({ length: count }, (_, index): ScheduledRow => {
      const { type = '', subject = '' } = TEXTS[index % TEXTS.length] ?? {};
      const at = now + afterMs + Math.floor(index / together) * spacingMs;
      return {
        id: `${now}-${String(index).padStart(6, '0')}`,
        state: 'waiting',
        at: new Date(at).toISOString(),
        until: null,
        is_end: 0,
        saves: JSON.stringify([
          {
            method: 'POST',
            path: API.saveSiteText,
            body: { configType: type, message: `${index}` },
          },
        ]),
        title: type,
        subjects: subject,
        author_id: admin.id,
        author: admin.username,
        created_at: new Date(now).toISOString(),
        reason: null,
      };
    });
    for (let from = 0; from < rows.length; from += PAGE_ROWS) {
      const values = rows.slice(from, from + PAGE_ROWS);
      await db.insertInto('scheduled_change').values(values).execute();
    }
    return rows;
  });
}

/** Returns the ids of all published changes in the order of the log, and when. */
export async function readPublished(database: Database): Promise<{ id: string; at: string }[]> {
  const log = await readChangeLog(database);
  const published = log.filter(({ origin }) => origin.startsWith(SCHEDULED));
  return published.map(({ origin, at }) => ({ id: origin.slice(SCHEDULED.length), at }));
}
