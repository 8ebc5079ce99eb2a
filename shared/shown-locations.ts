import type { Location } from '#contract/locations.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { hoursOn, openAt, type LocationHours, type OpenNow } from './location-hours.ts';

/** Site texts by id. */
type Texts = Readonly<Record<number, string>>;

/** Location other than the main one, at the time when the page was rendered. */
export type ShownLocation = Location & { open: OpenNow | null };

/** Location on the home page. Without an id, it is the main one, which has the cooperative's name. */
export type HomeLocation = {
  id?: string;
  name?: string;
  phoneNumber: string;
  /** Today's hours; those of both seasons if they differ. */
  hours: readonly string[];
  open: OpenNow | null;
};

/** Returns the hours of the main location, which are site texts and have no dated exceptions. */
export const mainHours = (texts: Texts): LocationHours => ({
  normalMonFri: texts[SITE_TEXT_ID.ContactUsNormMonFri] ?? '',
  normalSatSun: texts[SITE_TEXT_ID.ContactUsNormSatSun] ?? '',
  harvestMonFri: texts[SITE_TEXT_ID.ContactUsHarvestMonFri] ?? '',
  harvestSatSun: texts[SITE_TEXT_ID.ContactUsHarvestSatSun] ?? '',
  exceptions: [],
});

/** Returns what the home page shows at a local time such as "2026-11-20 09:05": no locations if there is only one. */
export function homeLocations(
  texts: Texts,
  locations: readonly Location[],
  localTime: string,
): HomeLocation[] {
  if (locations.length === 0) return [];
  const [day = ''] = localTime.split(' ');
  const shown = (hours: LocationHours) => ({ hours: hoursOn(hours, day), open: openAt(hours, localTime) });
  const main = { phoneNumber: texts[SITE_TEXT_ID.ContactUsPhoneNumber] ?? '', ...shown(mainHours(texts)) };
  const others = locations.map(({ id, name, phoneNumber, ...hours }) => ({
    id,
    name,
    phoneNumber,
    ...shown(hours),
  }));
  return [main, ...others];
}

/** Adds whether locations are open at a local time, and leaves out exceptions of past days. */
export const shownLocations = (locations: readonly Location[], localTime: string): ShownLocation[] =>
  locations.map((location) => ({
    ...location,
    exceptions: location.exceptions.filter(({ date }) => date >= localTime.slice(0, 10)),
    open: openAt(location, localTime),
  }));
