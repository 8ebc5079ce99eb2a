import {
  EXCEPTION_HOURS_LENGTH,
  EXCEPTIONS_MAX,
  REASON_LENGTH,
  type HoursException,
} from '#contract/locations.ts';
import { formatDay, formatShortDate, isCalendarDay, MONTHS, SHORT_MONTHS } from './date-time.ts';

const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?`;
const NAMED = String.raw`${WEEKDAY}(?:(${SHORT_MONTHS.join('|')})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4})(?=\s|:|$))?|(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?)`;
const FIRST = new RegExp(`^${NAMED}`, 'i');
const LAST = new RegExp(String.raw`^\s*(?:[–—-]|to|through|until)\s*${NAMED}`, 'i');
const HOURS = /^\s*[:,–—-]?\s*(.*?)\s*(?:\(([^()]*)\))?$/;

/** Formats special days as lines such as "Nov 26, 2026: closed (Thanksgiving)". */
export const specialDaysText = (exceptions: readonly HoursException[]): string =>
  exceptions.map((day) => `${spanOf(day, formatShortDate)}: ${specialText(day)}`).join('\n');

/** Formats the hours of a special day, such as "closed (Thanksgiving)". */
export const specialText = ({ hours, reason }: HoursException) => (reason ? `${hours} (${reason})` : hours);

/** Formats the days of a special day. */
export const spanOf = ({ date, until }: HoursException, format: (day: string) => string = formatDay) =>
  until ? `${format(date)} – ${format(until)}` : format(date);

/** Returns what is wrong with special days, or ''. */
export function findDayProblem(days: readonly HoursException[]): string {
  for (const [at, { date, until = date, hours }] of days.entries()) {
    const unknown = [date, until].find((day) => !isCalendarDay(day));
    if (unknown !== undefined) return `There is no ${unknown}. Use a date, such as 2026-12-24.`;
    if (until < date)
      return `${formatShortDate(until)} is before ${formatShortDate(date)}. Start with the first day.`;
    if (hours.trim() === '') return `Type the hours of ${formatShortDate(date)}, such as closed.`;
    const other = days.find(
      (each, index) => index !== at && each.date <= until && (each.until ?? each.date) >= date,
    );
    if (other) return `${spanOf(other, formatShortDate)} is listed twice. Keep one of them.`;
  }
  return '';
}

/** Formats a season, such as "Harvest hours from Sep 10, 2026 through Nov 20, 2026". */
export function seasonText(season: string): string {
  const [from = '', to] = season.split('/');
  if (to !== undefined) return `Harvest hours from ${formatShortDate(from)} through ${formatShortDate(to)}`;
  return season === '' ? 'Not set' : `${season === 'normal' ? 'Normal' : 'Harvest'} hours`;
}

/** Returns what is wrong with a season, or ''. */
export function findSeasonProblem(season: string): string {
  const [from = '', to] = season.split('/');
  if (to === undefined) return '';
  if (![from, to].every(isCalendarDay)) return 'Choose the first and the last day of harvest.';
  return to < from ? 'Harvest ends before it begins. Change one of the days.' : '';
}

/**
 * Parses lines such as "Nov 26: closed". A date without a year is the next such day, from `today`. Returns what to do
 * about the first line that is not clear instead.
 */
export function parseSpecialDays(
  text: string,
  today: string,
): { days: HoursException[]; problem?: undefined } | { days?: undefined; problem: string } {
  const days: HoursException[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const day = parseLine(line, today);
    if (typeof day === 'string') return { problem: day };
    days.push(day);
  }
  if (days.length > EXCEPTIONS_MAX) return { problem: `Keep at most ${EXCEPTIONS_MAX} special days.` };
  const sorted = days.toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const problem = findDayProblem(sorted);
  return problem ? { problem } : { days: sorted };
}

function parseLine(line: string, today: string): HoursException | string {
  const first = FIRST.exec(line);
  if (!first) return `Start each line with a date, such as Nov 26: closed. This line has none: ${line}`;
  const afterFirst = line.slice(first[0].length);
  const last = LAST.exec(afterFirst);
  const [, hours = '', reason = ''] = HOURS.exec(afterFirst.slice(last?.[0].length ?? 0)) ?? [];
  const date = dateOf(first, today);
  const until = last && date && dateOf(last, date);
  if (date === undefined || (last && until === undefined))
    return `There is no such day. Change the date of this line: ${line}`;
  if (hours === '') return `Type the hours after the date, such as closed. This line has none: ${line}`;
  if (hours.length > EXCEPTION_HOURS_LENGTH || reason.length > REASON_LENGTH) {
    return `Use at most ${EXCEPTION_HOURS_LENGTH} characters for the hours of a day. Shorten this line: ${line}`;
  }
  return { date, ...(until && { until }), hours, ...(reason && { reason }) };
}

const DATE_IN_TEXT =
  /\b([A-Z][a-z]{2,8}|[A-Z]{3,9})\.?\s+(?:\d{1,2}\s*[–-]\s*)?(\d{1,2})(?!\d)(?:st|nd|rd|th)?(?:,?\s+(\d{4})\b)?/g;

/** Returns the dates with a month by name in a text, of a range the last. One without a year is the next from `earliest`. */
export const datesIn = (text: string, earliest: string): string[] =>
  [...text.matchAll(DATE_IN_TEXT)].flatMap((found) => {
    const word = found[1]?.toLowerCase() ?? '';
    const isMonth = MONTHS.some((month) => month.toLowerCase().startsWith(word));
    return (isMonth && dateOf(found, earliest)) || [];
  });

/** Years to search for the next February 29. */
const LEAP_YEARS = 8;

function dateOf(found: RegExpExecArray, earliest: string): string | undefined {
  const [, name, day, year, monthNumber = '', dayNumber = '', shortYear] = found;
  const month = name
    ? SHORT_MONTHS.findIndex((each) => each.toLowerCase() === name.slice(0, 3).toLowerCase()) + 1
    : Number(monthNumber);
  const monthAndDay = [month, Number(day ?? dayNumber)]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const typedYear = year ?? shortYear;
  const thisYear = Number(earliest.slice(0, 4));
  const years =
    typedYear === undefined
      ? Array.from({ length: LEAP_YEARS + 1 }, (_, after) => thisYear + after)
      : [typedYear.length === 2 ? 2000 + Number(typedYear) : Number(typedYear)];
  return years
    .map((each) => `${each}-${monthAndDay}`)
    .find((date) => isCalendarDay(date) && (typedYear !== undefined || date >= earliest));
}
