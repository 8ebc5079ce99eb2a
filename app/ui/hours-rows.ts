import { isWeekend } from '#shared/date-time.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { seasonOn, specialDayOn, type LocationHours } from '#shared/location-hours.ts';

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

/** Returns today's hours: those of a special day, or of each season that may hold; '' for the others. */
export function hoursToday(hours: LocationHours, today: string) {
  const special = specialDayOn(hours.exceptions, today);
  const current = seasonOn(hours.season, today);
  const [label, normal, harvest] = isWeekend(today)
    ? (['Sat-Sun', hours.normalSatSun, hours.harvestSatSun] as const)
    : (['Mon-Fri', hours.normalMonFri, hours.harvestMonFri] as const);
  return {
    label,
    special,
    normal: special || current === 'harvest' ? '' : normal.trim(),
    harvest: special || current === 'normal' ? '' : harvest.trim(),
  };
}
