import type { Location } from '#contract/locations.ts';
import { isWeekend, weekdayOf } from './date-time.ts';
import { readOpeningHours, WEEKDAYS, WEEKEND, type Day, type TimeRange } from './opening-hours.ts';

/** Hours of a location, as typed. */
export type LocationHours = Pick<
  Location,
  'normalMonFri' | 'normalSatSun' | 'harvestMonFri' | 'harvestSatSun' | 'exceptions'
>;

/** Whether a location is open, and when that ends; `until` is '' if it depends on the season. */
export type OpenNow = { isOpen: boolean; until: string };

/** Returns the hours that apply on a day: those of its date, or else those of one or both seasons. */
export function hoursOn(hours: LocationHours, day: string): readonly string[] {
  const dated = hours.exceptions.find(({ date }) => date === day);
  if (dated) return [dated.hours];
  const usual = isWeekend(day)
    ? [hours.normalSatSun, hours.harvestSatSun]
    : [hours.normalMonFri, hours.harvestMonFri];
  return [...new Set(usual.map((text) => text.trim()))].filter((text) => text !== '');
}

/**
 * Returns whether a location is open at a local time such as "2026-11-20 09:05". Returns null if its hours do not say,
 * or if only one of two seasons has it open: nothing tells which one it is.
 */
export function openAt(hours: LocationHours, localTime: string): OpenNow | null {
  const [day = '', time = ''] = localTime.split(' ');
  const minute = minutesOf(time);
  const seasons = timesOn(hours, day);
  if (seasons.length === 0) return null;
  const ends = new Set<number | undefined>();
  for (const times of seasons) {
    if (!times) return null;
    ends.add(times.find(({ opens, closes }) => opens <= minute && minute < closes)?.closes);
  }
  if (ends.size > 1 && ends.has(undefined)) return null;
  const [end] = ends;
  return { isOpen: end !== undefined, until: ends.size === 1 && end !== undefined ? formatMinute(end) : '' };
}

/** Returns the minutes of a day at which a location opens or closes. */
export const turnsOn = (hours: LocationHours, day: string): number[] =>
  timesOn(hours, day).flatMap((times) => (times ?? []).flatMap(({ opens, closes }) => [opens, closes]));

export function minutesOf(time: string): number {
  const [hour, minute] = time.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** Returns the times of each season on a day; undefined where the text has more than one meaning. */
function timesOn(hours: LocationHours, day: string): (readonly TimeRange[] | undefined)[] {
  const weekday = weekdayOf(day);
  const isDated = hours.exceptions.some(({ date }) => date === day);
  const days: readonly Day[] = isDated ? [weekday] : isWeekend(day) ? WEEKEND : WEEKDAYS;
  return hoursOn(hours, day).map((text) => {
    const read = readOpeningHours(text, days);
    // What is not read may be about this day.
    if (read.unread.length > 0) return undefined;
    return read.hours.find((group) => group.days.includes(weekday))?.times;
  });
}

const NOON = 12 * 60;

function formatMinute(minute: number): string {
  if (minute === NOON) return 'noon';
  if (minute === 2 * NOON) return 'midnight';
  const hour = Math.floor(minute / 60);
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}
