import { isWeekend } from '#shared/date-time.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';

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

export const hoursRowOf = (day: string) => HOURS_ROWS[isWeekend(day) ? 1 : 0];
