import { HARVEST_STATUS_LABELS, type HarvestEntry } from '#contract/harvest.ts';
import { calendarDay, formatDateTime, formatTime } from './date-time.ts';
import { formatMinute, minutesOf } from './location-hours.ts';

/** Returns what an entry is about. Without a commodity, it is the location as a whole. */
export const nameOf = ({ commodity, asOf }: Pick<HarvestEntry, 'commodity' | 'asOf'>): string =>
  commodity || (asOf === null ? 'At the scale' : 'All commodities');

/** Says how long ago a time was, in steps. Refers to nothing outside, like `followLocation`, because pages run it, too. */
export function ageText(asOf: number, now: number): string {
  const minutes = Math.floor((now - asOf) / 300_000) * 5;
  const [count, noun] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 1440
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return minutes < 5 ? 'just now' : `${count} ${noun}${count === 1 ? '' : 's'} ago`;
}

/** Says how long the wait is, such as "Wait about 1 hour 25 min". */
export function waitText(minutes: number): string {
  if (minutes === 0) return 'No wait';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && `${hours} hour${hours === 1 ? '' : 's'}`, rest > 0 && `${rest} min`];
  return `Wait about ${parts.filter(Boolean).join(' ')}`;
}

type Set = Pick<HarvestEntry, 'moisture' | 'limits' | 'closes' | 'note'>;

export const percentText = (moisture: string): string =>
  /^[\d.]+$/.test(moisture) ? `${moisture}%` : moisture;

/** Returns what else an entry says, such as "Up to 15.5% moisture" and "Closes 8:00 pm today". */
export function detailsOf({ moisture, limits, closes, note }: Set): string[] {
  const percent = percentText(moisture);
  return [
    percent && (/moist/i.test(percent) ? percent : `Up to ${percent} moisture`),
    limits,
    closes && `Closes ${formatMinute(minutesOf(closes))} today`,
    note,
  ].filter(Boolean);
}

/** Says all of an entry but its times. */
export const entryText = ({ status, wait, ...set }: HarvestEntry): string =>
  [status && HARVEST_STATUS_LABELS[status], ...detailsOf(set), wait !== null && waitText(wait)]
    .filter(Boolean)
    .join('. ');

/** Says when something was set, such as "As of 7:05 am", with the day if that is not today. */
export function asOfText(asOf: string, now: number, timeZone: string): string {
  const isToday = calendarDay(new Date(asOf), timeZone) === calendarDay(new Date(now), timeZone);
  return `As of ${isToday ? formatTime(new Date(asOf), timeZone) : formatDateTime(asOf, timeZone)}`;
}

/** Says when something ends, such as "Until 6:00 pm". */
export function untilText(until: string | null, timeZone: string): string {
  if (until === null) return 'Until changed';
  const time = formatTime(new Date(until), timeZone);
  return `Until ${time === '12:00 am' ? 'midnight' : time === '12:00 pm' ? 'noon' : time}`;
}

/**
 * Hides what has ended, and updates the age of the rest, by the visitor's clock: parts with `data-ends`, and texts with
 * `data-as-of`. Returns the timer. Refers to nothing outside, like `followLocation`.
 */
export function keepHarvest(age: typeof ageText) {
  function update() {
    const now = Date.now();
    for (const part of document.querySelectorAll<HTMLElement>('[data-ends]')) {
      const ends = Number(part.dataset['ends']);
      part.hidden = ends > 0 && ends <= now;
    }
    for (const text of document.querySelectorAll<HTMLElement>('[data-as-of]'))
      text.textContent = age(Number(text.dataset['asOf']), now);
  }
  update();
  return setInterval(update, 1000);
}
