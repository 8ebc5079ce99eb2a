import type { Attention } from '#contract/attention.ts';
import type { BidRow } from '#contract/cash-bids.ts';
import type { Employee } from '#contract/employees.ts';
import type { Image } from '#contract/images.ts';
import type { HoursException } from '#contract/locations.ts';
import type { OwnPageSummary } from '#contract/own-pages.ts';
import { DASHBOARD_PAGE } from '#contract/paths.ts';
import type { Area } from '#contract/rights.ts';
import { counted } from '#contract/text.ts';
import { addDays, formatDay, formatShortDate } from './date-time.ts';
import { isStale, newestOf, type StalenessRule } from './format-bids.ts';
import { comingHolidays } from './holidays.ts';
import { datesIn } from './special-days.ts';
import { visibleText } from './visible-text.ts';

const BACKUP_DAYS = 7;
const HOLIDAY_DAYS = 14;

/** Section of the editor with the schedule. */
export const SCHEDULE_SECTION = 'coming-up';

/** Content to check. Days are calendar days of the cooperative, such as 2026-11-20. */
export type Checked = {
  today: string;
  age: StalenessRule;
  bids: readonly Pick<BidRow, 'active' | 'asOf'>[];
  /** HTML, and the day on which it was saved. */
  announcement: { html: string; savedOn: string };
  specialDays: readonly HoursException[];
  images: readonly Pick<Image, 'imageName' | 'altText'>[];
  employees: readonly Pick<Employee, 'name' | 'phoneNumber'>[];
  /** Custom pages, and the paths to which the menu of the settings leads. */
  pages: readonly OwnPageSummary[];
  menuPaths: readonly string[];
  /** Days of the last backup and of the first change. Null if there is none. */
  backupOn: string | null;
  startedOn: string | null;
  /** Scheduled changes that stopped on a day and that the administrator may change. */
  stopped: readonly { id: string; title: string; on: string; isEnd: boolean }[];
};

type Found = Omit<Attention, 'path'> & { section: string };

/** Returns what needs attention in the areas that an administrator may change, the most urgent first. */
export function findAttention(checked: Checked, mayChange: (area: Area) => boolean): Attention[] {
  const inSection = (area: Area, found: readonly Found[]): Attention[] =>
    mayChange(area)
      ? found.map(({ section, ...rest }) => ({ ...rest, path: `${DASHBOARD_PAGE}#${section}` }))
      : [];
  return [
    ...checked.stopped.map(stopped),
    ...inSection('bids', oldBids(checked)),
    ...inSection('content', endedAnnouncement(checked)),
    ...inSection('hours', holidaysWithoutHours(checked)),
    ...(mayChange('content') ? hiddenPages(checked) : []),
    ...inSection('content', withoutPhone(checked)),
    ...inSection('content', withoutDescription(checked)),
    ...inSection('website', missingBackup(checked)),
  ];
}

const stopped = ({ id, title, on, isEnd }: Checked['stopped'][number]): Attention => ({
  id: `schedule ${id} ${on}`,
  text: `${isEnd ? 'Not ended' : 'Not published'} on ${formatDay(on)}: ${title}`,
  path: `${DASHBOARD_PAGE}#${SCHEDULE_SECTION}`,
});

function oldBids({ bids, age }: Checked): Found[] {
  const old = bids.filter(({ active, asOf }) => active && isStale(asOf, age));
  if (old.length === 0) return [];
  const text = `${counted(old.length, 'cash bid')} older than ${counted(age.oldAfterHours, 'hour')}`;
  return [{ id: `bids ${newestOf(old)}`, text, section: 'cash-bids', field: 'cash-bids-rows' }];
}

/** An announcement has no end date: it is over after the last day that it names. */
function endedAnnouncement({ announcement: { html, savedOn }, today }: Checked): Found[] {
  const last = datesIn(visibleText(html), savedOn).toSorted().at(-1);
  if (last === undefined || last >= today) return [];
  const text = `The announcement is about ${formatShortDate(last)}, which is over`;
  return [{ id: `announcement ${last}`, text, section: 'home-page', field: 'AnnouncementMessage' }];
}

const holidaysWithoutHours = ({ today, specialDays }: Checked): Found[] =>
  comingHolidays(today, specialDays)
    .filter(({ date }) => date <= addDays(today, HOLIDAY_DAYS))
    .map(({ name, date }) => ({
      id: `holiday ${date}`,
      text: `No hours for ${name}, ${formatDay(date)}`,
      section: 'special-days',
      field: 'setting-specialDays',
    }));

const hiddenPages = ({ pages, menuPaths }: Checked): Attention[] =>
  pages
    .filter(({ hidden, inMenu, address }) => hidden && (inMenu || menuPaths.includes(`/${address}`)))
    .map(({ id, title }) => ({
      id: `page ${id}`,
      text: `${title} is in the menu, but hidden`,
      path: `/admin/pages/${id}`,
    }));

function withoutPhone({ employees }: Checked): Found[] {
  const names = employees
    .filter(({ phoneNumber }) => /^-?$/.test(phoneNumber.trim()))
    .map(({ name }) => name);
  return listed('phone', 'employee-section', names, (who) => `No phone number for ${who}`, 'employee');
}

function withoutDescription({ images }: Checked): Found[] {
  const names = images.filter(({ altText }) => altText.trim() === '').map(({ imageName }) => imageName);
  return listed('description', 'image-uploading', names, (who) => `No description of ${who}`, 'image');
}

/** Returns one entry for all rows of a list, which leads to the first. */
function listed(
  reason: string,
  section: string,
  [row, ...others]: readonly string[],
  textOf: (who: string) => string,
  noun: string,
): Found[] {
  if (row === undefined) return [];
  const text = textOf(others.length === 0 ? row : counted(others.length + 1, noun));
  return [{ id: `${reason} ${others.length + 1} ${row}`, text, section, row }];
}

function missingBackup({ today, backupOn, startedOn }: Checked): Found[] {
  const since = backupOn ?? startedOn;
  if (since === null || since > addDays(today, -BACKUP_DAYS)) return [];
  const text = backupOn === null ? 'No backup yet' : `No backup since ${formatDay(backupOn)}`;
  return [{ id: 'backup', text, section: 'your-account' }];
}
