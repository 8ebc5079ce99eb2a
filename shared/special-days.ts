import { EXCEPTION_HOURS_LENGTH, EXCEPTIONS_MAX, type HoursException } from '#contract/locations.ts';
import { formatShortDate, isCalendarDay, SHORT_MONTHS } from './date-time.ts';

const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?`;
const NAMED = new RegExp(
  String.raw`^${WEEKDAY}(${SHORT_MONTHS.join('|')})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4})(?=\s|:|$))?\s*[:,–—-]?\s*(.*)$`,
  'i',
);
const NUMBERED = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?\s*[:,–—-]?\s*(.*)$`,
  'i',
);

/** Formats exceptions as lines such as "Nov 26, 2026: closed". */
export const specialDaysText = (exceptions: readonly HoursException[]): string =>
  exceptions.map(({ date, hours }) => `${formatShortDate(date)}: ${hours}`).join('\n');

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
    if (days.some(({ date }) => date === day.date)) {
      return { problem: `${formatShortDate(day.date)} is listed twice. Keep one line.` };
    }
    days.push(day);
  }
  if (days.length > EXCEPTIONS_MAX) return { problem: `Keep at most ${EXCEPTIONS_MAX} special days.` };
  return { days: days.toSorted((one, other) => (one.date < other.date ? -1 : 1)) };
}

function parseLine(line: string, today: string): HoursException | string {
  const named = NAMED.exec(line);
  const found = named ?? NUMBERED.exec(line);
  if (!found) return `Start each line with a date, such as Nov 26: closed. This line has none: ${line}`;
  const [, first = '', day = '', year, hours = ''] = found;
  const month = named
    ? SHORT_MONTHS.findIndex((name) => name.toLowerCase() === first.slice(0, 3).toLowerCase()) + 1
    : Number(first);
  const monthAndDay = [month, Number(day)].map((part) => String(part).padStart(2, '0')).join('-');
  const date = dateOf(monthAndDay, year, today);
  if (date === undefined) return `There is no such day. Change the date of this line: ${line}`;
  if (hours.trim() === '')
    return `Type the hours after the date, such as closed. This line has none: ${line}`;
  if (hours.length > EXCEPTION_HOURS_LENGTH) {
    return `Use at most ${EXCEPTION_HOURS_LENGTH} characters for the hours of a day. Shorten this line: ${line}`;
  }
  return { date, hours: hours.trim() };
}

/** Years to search for the next February 29. */
const LEAP_YEARS = 8;

function dateOf(monthAndDay: string, typedYear: string | undefined, today: string): string | undefined {
  const thisYear = Number(today.slice(0, 4));
  const years =
    typedYear === undefined
      ? Array.from({ length: LEAP_YEARS + 1 }, (_, after) => thisYear + after)
      : [typedYear.length === 2 ? 2000 + Number(typedYear) : Number(typedYear)];
  return years
    .map((year) => `${year}-${monthAndDay}`)
    .find((date) => isCalendarDay(date) && (typedYear !== undefined || date >= today));
}
