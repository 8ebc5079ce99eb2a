import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { IMAGE_TYPE } from '#contract/images.ts';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import { mayChange } from '#contract/rights.ts';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { findAttention } from '#shared/attention.ts';
import { calendarDay } from '#shared/date-time.ts';
import type { Site } from '#contract/site.ts';
import { findLastBackup } from '#server/platform/database/last-backup.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { ContentServices } from './domains.ts';
import { mayChangeRow } from './schedule/schedule-service.ts';
import { createScheduleStore } from './schedule/schedule-store.ts';

export type AttentionService = ReturnType<typeof createAttentionService>;

const ANNOUNCEMENT = 'announcement-message';

export function createAttentionService({
  database,
  site,
  today,
  services: { cashBids, siteText, images, employees, ownPages },
}: {
  database: Database;
  site: () => Site;
  today: () => string;
  services: Pick<ContentServices, 'cashBids' | 'siteText' | 'images' | 'employees' | 'ownPages'>;
}) {
  const dayOf = (moment: string | undefined) =>
    moment === undefined ? null : calendarDay(new Date(moment), site().timeZone);

  /** Reads what only the database has. */
  const readTimes = () =>
    database.read(async (db) => {
      const log = createChangeLogStore(db);
      const [announced, started] = [await log.findNewest(ANNOUNCEMENT), await log.findFirstTime()];
      const scheduled = await createScheduleStore(db).list();
      return { announced: announced?.at, started, scheduled, backup: await findLastBackup(db) };
    });

  const locationOf = (bid: string) => cashBids.locationIds().get(bid) ?? '';

  return {
    /** Lists what needs attention and an administrator may change. All but bids belongs to the main location. */
    async list(admin: CurrentAdmin) {
      const { role, locations } = admin;
      const { announced, started, scheduled, backup } = await readTimes();
      const { specialDays, navigation } = site();
      const checked = {
        today: today(),
        age: cashBids.age(),
        bids: cashBids
          .bidList()
          .bids.filter(({ location }) => !locations || locations.includes(locationOf(location))),
        announcement: {
          html: siteText.find(SITE_TEXT_ID.AnnouncementMessage),
          savedOn: dayOf(announced) ?? today(),
        },
        specialDays,
        images: images.list(IMAGE_TYPE.gallery),
        employees: employees.list(),
        pages: ownPages.list().pages,
        menuPaths: navigation.flatMap(({ to, links = [] }) =>
          [to ?? [], links.map((link) => link.to)].flat(),
        ),
        backupOn: dayOf(backup),
        startedOn: dayOf(started),
        stopped: scheduled
          .filter((row) => row.state === 'stopped' && mayChangeRow(admin, row))
          .map(({ id, title, at, is_end: isEnd }) => ({
            id,
            title,
            on: dayOf(at) ?? '',
            isEnd: isEnd === 1,
          })),
      };
      const hasMain = !locations || locations.includes(MAIN_LOCATION_ID);
      return findAttention(checked, (area) => mayChange(role, [area]) && (area === 'bids' || hasMain));
    },
  };
}
