// All dates and times are in the cooperative's time zone, in the browser too. Functions of calendar days avoid
// `Intl.DateTimeFormat`, because creating one blocks a slow phone for 100 ms.

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

/** Returns the calendar day of a moment, such as 2026-11-20. */
export const calendarDay = (moment: Date, timeZone: string): string => dayOf(partsOf(moment, timeZone));

/** Formats a calendar day as "Fri, Nov 20". */
export function formatDay(day: string): string {
  const { weekday, month, date } = parseDay(day);
  return `${WEEKDAYS[weekday]}, ${MONTHS[month]?.slice(0, 3)} ${date}`;
}

/** Formats a calendar day as "November 20, 2026". */
export function formatDate(day: string): string {
  const { month, date, year } = parseDay(day);
  return `${MONTHS[month]} ${date}, ${year}`;
}

/** Returns the parts of a short date, such as Nov, 20 and 2026. */
export function shortDate(day: string): { month: string; date: number; year: number } {
  const { month, date, year } = parseDay(day);
  return { month: MONTHS[month]?.slice(0, 3) ?? '', date, year };
}

/** Formats a moment as "Fri, Nov 20, 9:05 am". */
export const formatDateTime = (iso: string, timeZone: string): string =>
  dayAndTimeOf(partsOf(new Date(iso), timeZone));

/** Formats a moment with its time zone, as "Fri, Nov 20, 9:05 am CST". */
export function formatDateTimeWithZone(iso: string, timeZone: string): string {
  const parts = partsOf(new Date(iso), timeZone);
  return `${dayAndTimeOf(parts)} ${parts.timeZoneName}`;
}

/** Formats a time of day as "9:05 am". */
export const formatTime = (moment: Date, timeZone: string): string => timeOf(partsOf(moment, timeZone));

export function isWeekend(day: string): boolean {
  return [0, 6].includes(parseDay(day).weekday);
}

function parseDay(day: string) {
  const midnight = new Date(`${day}T00:00:00Z`);
  return {
    weekday: midnight.getUTCDay(),
    month: midnight.getUTCMonth(),
    date: midnight.getUTCDate(),
    year: midnight.getUTCFullYear(),
  };
}

/** Formatters by time zone. Creating one costs far more than using it. */
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
const dayAndTimeOf = (parts: Parts) => `${formatDay(dayOf(parts))}, ${timeOf(parts)}`;
