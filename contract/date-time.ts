/**
 * Dates and times are the cooperative's, on server and browser alike: what depends on a zone takes it. Days are put
 * into words without a formatter, because making one blocks a slow phone for a tenth of a second.
 */

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The calendar day of a moment, such as 2026-11-20. */
export const calendarDay = (moment: Date, timeZone: string): string => dayOf(partsOf(moment, timeZone));

/** A calendar day in words, such as "Fri, Nov 20". */
export function dayInWords(day: string): string {
  const { weekday, month, date } = readDay(day);
  return `${WEEKDAYS[weekday]}, ${MONTHS[month]?.slice(0, 3)} ${date}`;
}

/** A calendar day with its year, such as "November 20, 2026". */
export function dateInWords(day: string): string {
  const { month, date, year } = readDay(day);
  return `${MONTHS[month]} ${date}, ${year}`;
}

/** The same, short, for days that stand beside each other. */
export function shortDate(day: string): { month: string; date: number; year: number } {
  const { month, date, year } = readDay(day);
  return { month: MONTHS[month]?.slice(0, 3) ?? '', date, year };
}

/** A moment in words, such as "Fri, Nov 20, 9:05 am". */
export const momentInWords = (iso: string, timeZone: string): string =>
  dayAndTimeOf(partsOf(new Date(iso), timeZone));

/** The same with the name of the zone's time, such as "Fri, Nov 20, 9:05 am CST": what a price stands by. */
export function zonedMomentInWords(iso: string, timeZone: string): string {
  const parts = partsOf(new Date(iso), timeZone);
  return `${dayAndTimeOf(parts)} ${parts.timeZoneName}`;
}

/** A time of day in words, such as "9:05 am". */
export const timeInWords = (moment: Date, timeZone: string): string => timeOf(partsOf(moment, timeZone));

/** True on Saturday and Sunday. */
export function isWeekend(day: string): boolean {
  return [0, 6].includes(readDay(day).weekday);
}

function readDay(day: string) {
  const midnight = new Date(`${day}T00:00:00Z`);
  return {
    weekday: midnight.getUTCDay(),
    month: midnight.getUTCMonth(),
    date: midnight.getUTCDate(),
    year: midnight.getUTCFullYear(),
  };
}

/** One formatter for all that is asked of a zone: making it costs far more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

type Parts = { [Part in Intl.DateTimeFormatPartTypes]?: string };

function partsOf(moment: Date, timeZone: string): Parts {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
    formats.set(timeZone, format);
  }
  return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
}

const dayOf = ({ year, month, day }: Parts) => `${year}-${month}-${day}`;
const timeOf = ({ hour, minute, dayPeriod }: Parts) => `${hour}:${minute} ${dayPeriod?.toLowerCase()}`;
const dayAndTimeOf = (parts: Parts) => `${dayInWords(dayOf(parts))}, ${timeOf(parts)}`;
