import type { HoursException, Location } from '#contract/locations.ts';
import type { Site } from '#contract/site.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { addDays } from './date-time.ts';
import { openAt, type LocationHours, type OpenNow } from './location-hours.ts';

/** Site texts by id. */
type Texts = Readonly<Record<number, string>>;

/** The season, and the special days of the main location. */
export type SiteHours = Pick<Site, 'season' | 'specialDays'>;

/** Location other than the main one, at the time when the page was rendered. Its season is the one that holds. */
export type ShownLocation = Location & { open: OpenNow | null };

/** Location on the home page. Without an id, it is the main one, which has the cooperative's name. */
export type HomeLocation = {
  id?: string;
  name?: string;
  phoneNumber: string;
  emergencyNumber: string;
  hours: LocationHours;
  open: OpenNow | null;
};

/** Returns the hours of the main location, which are site texts. */
export const mainHours = (texts: Texts, { season, specialDays }: SiteHours): LocationHours => ({
  normalMonFri: texts[SITE_TEXT_ID.ContactUsNormMonFri] ?? '',
  normalSatSun: texts[SITE_TEXT_ID.ContactUsNormSatSun] ?? '',
  harvestMonFri: texts[SITE_TEXT_ID.ContactUsHarvestMonFri] ?? '',
  harvestSatSun: texts[SITE_TEXT_ID.ContactUsHarvestSatSun] ?? '',
  season,
  exceptions: specialDays,
});

/** Returns the hours of another location. */
export const hoursOf = (
  { normalMonFri, normalSatSun, harvestMonFri, harvestSatSun, season, exceptions }: LocationHours,
  site: SiteHours,
): LocationHours => ({
  normalMonFri,
  normalSatSun,
  harvestMonFri,
  harvestSatSun,
  season: season || site.season,
  exceptions,
});

type Now = { site: SiteHours; localTime: string };

/** Returns what the home page shows at a local time such as "2026-11-20 09:05": no locations if there is only one. */
export function homeLocations(
  texts: Texts,
  locations: readonly Location[],
  { site, localTime }: Now,
): HomeLocation[] {
  if (locations.length === 0) return [];
  const shown = (hours: LocationHours) => ({ hours, open: openAt(hours, localTime) });
  const main = {
    phoneNumber: texts[SITE_TEXT_ID.ContactUsPhoneNumber] ?? '',
    emergencyNumber: '',
    ...shown(mainHours(texts, site)),
  };
  const others = locations.map(({ id, name, phoneNumber, emergencyNumber, ...hours }) => ({
    id,
    name,
    phoneNumber,
    emergencyNumber,
    ...shown(hoursOf(hours, site)),
  }));
  return [main, ...others];
}

/** Adds whether locations are open at a local time, and leaves out exceptions of past days. */
export const shownLocations = (locations: readonly Location[], { site, localTime }: Now): ShownLocation[] =>
  locations.map((location) => {
    const hours = hoursOf(location, site);
    const today = localTime.slice(0, 10);
    return {
      ...location,
      season: hours.season,
      exceptions: comingDays(hours.exceptions, today),
      open: openAt(hours, localTime),
    };
  });

/** Days before a special day on which it shows outside of the list of its location. */
const SHOWN_DAYS_BEFORE = 7;

/** Returns the special days that have not passed, by date. */
export const comingDays = (exceptions: readonly HoursException[], today: string): HoursException[] =>
  exceptions
    .filter(({ date, until = date }) => until >= today)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));

/** Returns the special days of today and the week after it. */
export const nearDays = (exceptions: readonly HoursException[], today: string): HoursException[] =>
  comingDays(exceptions, today).filter(({ date }) => date <= addDays(today, SHOWN_DAYS_BEFORE));
