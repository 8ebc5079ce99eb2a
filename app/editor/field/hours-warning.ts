import { readOpeningHours, type Day } from '#shared/opening-hours.ts';

export const HOURS_EXAMPLE = 'For example, 7:30 am – 5:00 pm';

export const UNREADABLE_HOURS = "Search engines can't read this.";

/** Returns what the website and search engines cannot read in the opening hours of some days, or ''. */
export function hoursWarning(text: string, days: readonly Day[]): string {
  const { hours, unread } = readOpeningHours(text, days);
  if (text.trim() === '' || (hours.length > 0 && unread.length === 0)) return '';
  return hours.length > 0
    ? `Search engines can't read “${unread.join(', ')}.”`
    : `Shown as typed. ${UNREADABLE_HOURS}`;
}
