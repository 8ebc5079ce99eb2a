import type { HoursException, Location } from '#contract/locations.ts';
import { addDays, isWeekend, weekdayOf } from './date-time.ts';
import { readOpeningHours, WEEKDAYS, WEEKEND, type Day, type TimeRange } from './opening-hours.ts';

/** Hours of a location, as typed. `season` is what `seasonOn` reads. */
export type LocationHours = Pick<
  Location,
  'normalMonFri' | 'normalSatSun' | 'harvestMonFri' | 'harvestSatSun' | 'exceptions' | 'season'
>;

/** Whether a location is open, when that ends or when it opens next, and why the day is special. '' if unknown. */
export type OpenNow = { isOpen: boolean; until: string; opens: string; reason: string };

export const SEASONS = ['normal', 'harvest'] as const;
export type SeasonName = (typeof SEASONS)[number];

const DAY = 24 * 60;
/** Hours after midnight belong to the day before until then at most. */
const LATEST = 4 * 60;
const WEEK = 7;

/** Returns the season that holds on a day: `normal`, `harvest`, or harvest from one day to another, as two days and a slash. */
export function seasonOn(season: string, day: string): SeasonName | undefined {
  const [from = '', to] = season.split('/');
  if (to === undefined) return SEASONS.find((each) => each === season);
  return from <= day && day <= to ? 'harvest' : 'normal';
}

/** Returns the special day that holds on a day. */
export const specialDayOn = (
  exceptions: readonly HoursException[],
  day: string,
): HoursException | undefined => exceptions.find(({ date, until = date }) => date <= day && day <= until);

/** Returns the hours that apply on a day: those of its date, or else those of the season, or of both if none is known. */
export function hoursOn(hours: LocationHours, day: string): readonly string[] {
  const texts = SEASONS.map((season) => textOn(hours, day, season));
  return [...new Set(texts)].filter((text) => text !== '');
}

function textOn(hours: LocationHours, day: string, assumed: SeasonName): string {
  const special = specialDayOn(hours.exceptions, day);
  if (special) return special.hours;
  const known = seasonOn(hours.season, day);
  const [normal, harvest] = isWeekend(day)
    ? [hours.normalSatSun.trim(), hours.harvestSatSun.trim()]
    : [hours.normalMonFri.trim(), hours.harvestMonFri.trim()];
  if (known) return known === 'normal' ? normal : harvest;
  return assumed === 'normal' ? normal || harvest : harvest || normal;
}

/**
 * Returns whether a location is open at a local time such as "2026-11-20 09:05". Returns null if its hours do not say,
 * or if only one of two seasons has it open and no one has chosen the season.
 */
export function openAt(hours: LocationHours, localTime: string): OpenNow | null {
  const [day = '', time = ''] = localTime.split(' ');
  const [state, other] = SEASONS.map((season) => stateIn(hours, { day, minute: minutesOf(time), season }));
  if (!state || state.isOpen !== other?.isOpen) return null;
  const { isOpen, reason } = state;
  const ifSame = (field: 'until' | 'opens') => (state[field] === other[field] ? state[field] : '');
  return { isOpen, until: ifSame('until'), opens: ifSame('opens'), reason };
}

/** Says whether a location is open, such as "Open until 5:00 pm". */
export function openText({ isOpen, until, opens, reason }: OpenNow): string {
  if (isOpen) return until ? `Open until ${until}` : 'Open now';
  const closed = reason ? `Closed today: ${reason}.` : opens ? 'Closed.' : 'Closed now';
  return opens ? `${closed} Opens ${opens}` : closed;
}

type Moment = { day: string; minute: number; season: SeasonName };

function stateIn(hours: LocationHours, { day, minute, season }: Moment): OpenNow | undefined {
  const timesAfter = (days: number) => timesOn(hours, addDays(day, days), season);
  const [before, today] = [timesAfter(-1), timesAfter(0)];
  const late = before?.map(({ opens, closes }) => ({ opens: opens - DAY, closes: closes - DAY })) ?? [];
  const now = [...late, ...(today ?? [])].find(({ opens, closes }) => opens <= minute && minute < closes);
  if (!now && (!today || (!before && minute < LATEST))) return undefined;
  const reason = (today?.length === 0 && specialDayOn(hours.exceptions, day)?.reason) || '';
  if (now) return { isOpen: true, until: formatEnd(day, endOf(now.closes, timesAfter)), opens: '', reason };
  return { isOpen: false, until: '', opens: formatOpening(day, nextAfter(minute, timesAfter)), reason };
}

type TimesAfter = (days: number) => readonly TimeRange[] | undefined;

/** Returns when it closes, through times that follow without a break; undefined if that is unknown or never. */
function endOf(closes: number, timesAfter: TimesAfter): number | undefined {
  let end = closes;
  while (end < WEEK * DAY) {
    const days = Math.floor(end / DAY);
    const times = timesAfter(days);
    // What is not known may go on.
    if (!times) return undefined;
    const minute = end - days * DAY;
    const next = times.find((range) => range.opens <= minute && minute < range.closes);
    if (!next) return end;
    end = next.closes + days * DAY;
  }
  return undefined;
}

/** Returns the next opening within a week, in minutes since midnight, or undefined if a day before it is unknown. */
function nextAfter(minute: number, timesAfter: TimesAfter): number | undefined {
  for (let days = 0; days < WEEK; days += 1) {
    const times = timesAfter(days);
    if (!times) return undefined;
    const next = times.find(({ opens }) => opens + days * DAY > minute);
    if (next) return next.opens + days * DAY;
  }
  return undefined;
}

/** Names the day unless it is today, or the night after it. */
function formatEnd(day: string, end: number | undefined): string {
  if (end === undefined) return '';
  if (end <= DAY + LATEST) return formatMinute(end);
  return end % DAY === 0 ? `midnight on ${weekdayOf(addDays(day, end / DAY - 1))}` : formatOpening(day, end);
}

function formatOpening(day: string, at: number | undefined): string {
  if (at === undefined) return '';
  const days = Math.floor(at / DAY);
  const time = formatMinute(at % DAY);
  return days === 0 ? time : `${weekdayOf(addDays(day, days))} ${time}`;
}

/** Returns the minutes of a day at which a location opens or closes. */
export function turnsOn(hours: LocationHours, day: string): number[] {
  const minutes = SEASONS.flatMap((season) => [
    ...(timesOn(hours, addDays(day, -1), season) ?? []).map(({ closes }) => closes - DAY),
    ...(timesOn(hours, day, season) ?? []).flatMap(({ opens, closes }) => [opens, closes]),
  ]);
  return [...new Set(minutes)].filter((minute) => minute >= 0 && minute < DAY);
}

export function minutesOf(time: string): number {
  const [hour, minute] = time.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** Returns the times of a day in a season; undefined where the text has more than one meaning, or is blank. */
function timesOn(hours: LocationHours, day: string, season: SeasonName): readonly TimeRange[] | undefined {
  const weekday = weekdayOf(day);
  const isDated = specialDayOn(hours.exceptions, day) !== undefined;
  const days: readonly Day[] = isDated ? [weekday] : isWeekend(day) ? WEEKEND : WEEKDAYS;
  const read = readOpeningHours(textOn(hours, day, season), days);
  // What is not read may be about this day.
  if (read.unread.length > 0) return undefined;
  return read.hours.find((group) => group.days.includes(weekday))?.times;
}

const NOON = DAY / 2;

/** Formats minutes since midnight, such as "7:30 am" or "noon". */
export function formatMinute(minute: number): string {
  if (minute === NOON) return 'noon';
  if (minute % DAY === 0) return 'midnight';
  const hour = Math.floor(minute / 60) % 24;
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}
