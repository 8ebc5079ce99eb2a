import { formatMinute } from '#shared/location-hours.ts';
import { ALL_DAYS, readOpeningHours, type Day, type DayHours } from '#shared/opening-hours.ts';

export const HOURS_EXAMPLE = 'For example, 7:30 am – 5:00 pm';

const UNCLAIMED = "so we won't say if you're open.";

/** What the website understands of opening hours. `isWarning`: it cannot read all of them, and claims nothing. */
export type HoursNote = { text: string; isWarning: boolean };

/** Returns what the website understands of the opening hours of some days while they are typed; '' if they are blank. */
export function hoursNote(text: string, days: readonly Day[]): HoursNote {
  const { hours, unread } = readOpeningHours(text, days);
  if (text.trim() === '') return { text: '', isWarning: false };
  if (hours.length === 0) return { text: `We can't read this, ${UNCLAIMED}`, isWarning: true };
  if (unread.length > 0)
    return { text: `We can't read “${unread.join(', ')},” ${UNCLAIMED}`, isWarning: true };
  return { text: `We read this as ${hours.map(formatHours).join(', ')}`, isWarning: false };
}

const formatHours = ({ days, times }: DayHours) =>
  `${spansOf(days)} ${times.map(({ opens, closes }) => `${formatMinute(opens)} – ${formatMinute(closes)}`).join(' and ') || 'closed'}`;

const short = (day: Day | undefined) => day?.slice(0, 3) ?? '';

/** Formats days such as "Mon–Tue, Thu". */
function spansOf(days: readonly Day[]): string {
  const spans: Day[][] = [];
  for (const day of days) {
    const span = spans.at(-1);
    if (span && ALL_DAYS.indexOf(day) === ALL_DAYS.indexOf(span.at(-1)!) + 1) span.push(day);
    else spans.push([day]);
  }
  return spans
    .map((span) => (span.length > 1 ? `${short(span[0])}–${short(span.at(-1))}` : short(span[0])))
    .join(', ');
}
