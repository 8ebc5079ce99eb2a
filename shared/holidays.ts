import type { HoursException } from '#contract/locations.ts';

/** A public holiday on which many cooperatives are closed. */
type Holiday = { name: string; dateIn: (year: number) => string };

const MONDAY = 1;
const THURSDAY = 4;

/** Returns the nth weekday of a month, counted from its end if `nth` is negative. */
function nthWeekday(year: number, month: number, { weekday, nth }: { weekday: number; nth: number }): string {
  const start = new Date(Date.UTC(year, nth > 0 ? month - 1 : month, nth > 0 ? 1 : 0));
  const step = nth > 0 ? 1 : -1;
  const offset = (7 + step * (weekday - start.getUTCDay())) % 7;
  start.setUTCDate(start.getUTCDate() + step * (offset + 7 * (Math.abs(nth) - 1)));
  return start.toISOString().slice(0, 10);
}

/** Rules of federal law: https://www.law.cornell.edu/uscode/text/5/6103 */
const HOLIDAYS: readonly Holiday[] = [
  { name: "New Year's Day", dateIn: (year) => `${year}-01-01` },
  { name: 'Memorial Day', dateIn: (year) => nthWeekday(year, 5, { weekday: MONDAY, nth: -1 }) },
  { name: 'Independence Day', dateIn: (year) => `${year}-07-04` },
  { name: 'Labor Day', dateIn: (year) => nthWeekday(year, 9, { weekday: MONDAY, nth: 1 }) },
  { name: 'Thanksgiving', dateIn: (year) => nthWeekday(year, 11, { weekday: THURSDAY, nth: 4 }) },
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
