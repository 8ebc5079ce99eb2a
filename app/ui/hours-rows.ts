import { isWeekend } from '#shared/date-time.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { seasonOn, specialDayOn } from '#shared/location-hours.ts';
import type { Texts } from '#shared/page-content.ts';
import type { SiteHours } from '#shared/shown-locations.ts';

/** Days with the same hours, and the ids of their texts. */
export const HOURS_ROWS = [
  {
    label: 'Mon-Fri',
    isWeekend: false,
    normal: SITE_TEXT_ID.ContactUsNormMonFri,
    harvest: SITE_TEXT_ID.ContactUsHarvestMonFri,
  },
  {
    label: 'Sat-Sun',
    isWeekend: true,
    normal: SITE_TEXT_ID.ContactUsNormSatSun,
    harvest: SITE_TEXT_ID.ContactUsHarvestSatSun,
  },
] as const;

const hoursRowOf = (day: string) => HOURS_ROWS[isWeekend(day) ? 1 : 0];

/** Returns today's hours: those of a special day, or of each season that may hold; '' for the others. */
export function hoursToday(texts: Texts, { season, specialDays }: SiteHours, today: string) {
  const row = hoursRowOf(today);
  const special = specialDayOn(specialDays, today);
  const current = seasonOn(season, today);
  return {
    label: row.label,
    special,
    normal: (!special && current !== 'harvest' && texts[row.normal]?.trim()) || '',
    harvest: (!special && current !== 'normal' && texts[row.harvest]?.trim()) || '',
  };
}
