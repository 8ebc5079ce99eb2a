// All dates and times are in the cooperative's time zone, in the browser too. Functions of calendar days avoid
// `Intl.DateTimeFormat`, because creating one blocks a slow phone for 100 ms. For recent times, the browser needs none
// either: pages contain the UTC offsets of the time zone.

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');
/** Jan to Dec. */
export const SHORT_MONTHS: readonly string[] = MONTHS.map((month) => month.slice(0, 3));

/** Returns the calendar day of a moment, such as 2026-11-20. */
export const calendarDay = (moment: Date, timeZone: string): string => dayOf(partsOf(moment, timeZone));

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Formats a calendar day as "Fri, Nov 20". */
export function formatDay(day: string): string {
  const { month, date } = shortDate(day);
  return `${weekdayOf(day).slice(0, 3)}, ${month} ${date}`;
}

/** Formats a calendar day as "November 20, 2026". */
export function formatDate(day: string): string {
  const { month, date, year } = parseDay(day);
  return `${MONTHS[month]} ${date}, ${year}`;
}

/** Formats a calendar day as "Nov 20, 2026". */
export function formatShortDate(day: string): string {
  const { month, date, year } = shortDate(day);
  return `${month} ${date}, ${year}`;
}

/** Returns the parts of a short date, such as Nov, 20 and 2026. */
export function shortDate(day: string): { month: string; date: number; year: number } {
  const { month, date, year } = parseDay(day);
  return { month: SHORT_MONTHS[month] ?? '', date, year };
}

/** Formats a moment as "2026-11-20 09:05", which spreadsheets read as a time. */
export function localTime(iso: string, timeZone: string): string {
  const { hour = '', minute, dayPeriod, ...day } = partsOf(new Date(iso), timeZone);
  const hours = (Number(hour) % 12) + (dayPeriod === 'PM' ? 12 : 0);
  return `${dayOf(day)} ${String(hours).padStart(2, '0')}:${minute}`;
}

/** Formats a moment as "Fri, Nov 20, 9:05 am". */
export const formatDateTime = (iso: string, timeZone: string): string =>
  dayAndTimeOf(partsOf(new Date(iso), timeZone));

/** Formats a moment with its time zone, as "Fri, Nov 20, 9:05 am CST". */
export function formatDateTimeWithZone(iso: string, timeZone: string): string {
  const parts = partsOf(new Date(iso), timeZone);
  return `${dayAndTimeOf(parts)} ${parts.timeZoneName}`;
}

/** Formats a moment with its year and time zone, as "Fri, Nov 20, 2026, 9:05 am CST". */
export function formatFullDateTime(iso: string, timeZone: string): string {
  const parts = partsOf(new Date(iso), timeZone);
  return `${formatDay(dayOf(parts))}, ${parts.year}, ${timeOf(parts)} ${parts.timeZoneName}`;
}

/** Returns the name of a time zone at a moment, such as CST. */
export const zoneName = (moment: Date, timeZone: string): string =>
  partsOf(moment, timeZone).timeZoneName ?? '';

/** Formats a time of day as "9:05 am". */
export const formatTime = (moment: Date, timeZone: string): string => timeOf(partsOf(moment, timeZone));

export function isWeekend(day: string): boolean {
  return [0, 6].includes(parseDay(day).weekday);
}

/** Returns whether a text such as 2026-11-20 is a day that exists. */
export function isCalendarDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** Returns the calendar day a number of days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export const weekdayOf = (day: string): (typeof WEEKDAYS)[number] =>
  WEEKDAYS[parseDay(day).weekday] ?? 'Sunday';

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

/** UTC offsets of a time zone: the time from which each applies in epoch ms, minutes, and name. The last has no name. */
export type UtcOffsets = readonly (readonly [since: number, minutes: number, name: string])[];

const knownOffsets = new Map<string, UtcOffsets>();

/** Makes all functions here use `offsets` for the times that they cover. */
export const setUtcOffsets = (timeZone: string, offsets: UtcOffsets): void =>
  void knownOffsets.set(timeZone, offsets);

function partsOf(moment: Date, timeZone: string): Parts {
  const [, minutes, timeZoneName] =
    knownOffsets.get(timeZone)?.findLast(([since]) => since <= moment.getTime()) ?? [];
  if (minutes === undefined || !timeZoneName) return formatParts(moment, timeZone);
  const local = new Date(moment.getTime() + minutes * MINUTE_MS);
  const hours = local.getUTCHours();
  return {
    year: String(local.getUTCFullYear()),
    month: twoDigits(local.getUTCMonth() + 1),
    day: twoDigits(local.getUTCDate()),
    hour: String(hours % 12 || 12),
    minute: twoDigits(local.getUTCMinutes()),
    dayPeriod: hours < 12 ? 'AM' : 'PM',
    timeZoneName,
  };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function formatParts(moment: Date, timeZone: string): Parts {
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
