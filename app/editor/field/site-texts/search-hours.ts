import type { FieldNote } from '#app/editor/field/text-field.tsx';
import { type Day, type DayHours, readOpeningHours, type TimeRange } from '#shared/opening-hours.ts';

/** Returns a note with the hours that search engines will show for a text, or undefined for a blank text. */
export function searchHoursNote(text: string, days: readonly Day[]): FieldNote | undefined {
  if (text.trim() === '') return undefined;
  const { hours, unread } = readOpeningHours(text, days);
  if (hours.length === 0) {
    const none = `Search engines will show no hours for ${daysText(days)}.`;
    return { text: `${none} They can read hours like 7:30 am – 5:00 pm.`, isWarning: true };
  }
  const shown = `Search engines will show ${hours.map(hoursText).join('; ')}.`;
  if (unread.length === 0) return { text: shown, isWarning: false };
  return { text: `${shown} They won't see: ${unread.join(', ')}.`, isWarning: true };
}

const hoursText = ({ days, times }: DayHours) =>
  `${daysText(days)} ${times.length > 0 ? times.map(rangeText).join(' and ') : 'closed'}`;

const WEEK = 'MonTueWedThuFriSatSun';

/** Formats days in their order, such as "Mon-Wed, Fri". */
function daysText(days: readonly Day[]): string {
  const spans: string[][] = [];
  for (const day of days.map((each) => each.slice(0, 3))) {
    const span = spans.at(-1);
    if (span && WEEK.includes(span.at(-1) + day)) span.push(day);
    else spans.push([day]);
  }
  return spans.map((span) => (span.length > 1 ? `${span[0]}-${span.at(-1)}` : span[0])).join(', ');
}

function rangeText({ opens, closes }: TimeRange): string {
  return closes - opens === 24 * 60 ? 'open 24 hours' : `${timeText(opens)} to ${timeText(closes)}`;
}

function timeText(minutes: number): string {
  if (minutes % (12 * 60) === 0) return minutes === 12 * 60 ? 'noon' : 'midnight';
  const [hour, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${hour % 12 || 12}${rest > 0 ? `:${String(rest).padStart(2, '0')}` : ''} ${hour < 12 ? 'am' : 'pm'}`;
}
