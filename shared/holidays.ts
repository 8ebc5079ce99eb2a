import type { HoursException } from '#contract/locations.ts';
import { addDays, weekdayOf } from './date-time.ts';

/** A public holiday on which many cooperatives are closed. */
type Holiday = { name: string; dateIn: (year: number) => string };

/** Returns the first `weekday` on or after a date. */
function weekdayFrom(date: string, weekday: 'Monday' | 'Thursday'): string {
  let day = date;
  while (weekdayOf(day) !== weekday) day = addDays(day, 1);
  return day;
}

/** Rules of federal law: https://www.law.cornell.edu/uscode/text/5/6103 */
const HOLIDAYS: readonly Holiday[] = [
  { name: "New Year's Day", dateIn: (year) => `${year}-01-01` },
  { name: 'Memorial Day', dateIn: (year) => weekdayFrom(`${year}-05-25`, 'Monday') },
  { name: 'Independence Day', dateIn: (year) => `${year}-07-04` },
  { name: 'Labor Day', dateIn: (year) => weekdayFrom(`${year}-09-01`, 'Monday') },
  { name: 'Thanksgiving', dateIn: (year) => weekdayFrom(`${year}-11-22`, 'Thursday') },
  { name: 'Christmas Eve', dateIn: (year) => `${year}-12-24` },
  { name: 'Christmas', dateIn: (year) => `${year}-12-25` },
];

/** Returns the holidays of the 12 months from `today` that `days` do not have, by date. */
export function comingHolidays(today: string, days: readonly Pick<HoursException, 'date' | 'until'>[]) {
  const year = Number(today.slice(0, 4));
  const end = `${year + 1}${today.slice(4)}`;
  return [year, year + 1]
    .flatMap((each) => HOLIDAYS.map(({ name, dateIn }) => ({ name, date: dateIn(each) })))
    .filter(({ date }) => date >= today && date < end)
    .filter(({ date }) => !days.some((day) => day.date <= date && date <= (day.until || day.date)));
}
