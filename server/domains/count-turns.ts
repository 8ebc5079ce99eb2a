import type { Location } from '#contract/locations.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import { mainHours } from '#shared/shown-locations.ts';
import { minutesOf, turnsOn } from '#shared/location-hours.ts';

type HoursContent = { locations: readonly Location[]; siteTexts: ReadonlyMap<number, string> };

/**
 * Creates a function that returns how many times locations have opened or closed today. It is called once a second, so
 * that hours are parsed only after a change and at midnight.
 */
export function createTurnCounter({
  content,
  localTime,
}: {
  content: Pick<ContentCache<HoursContent>, 'snapshot'>;
  /** Returns the time in the site's time zone, such as 2026-11-20 09:05. */
  localTime: () => string;
}): () => number {
  let known: (HoursContent & { day: string; turns: number[] }) | undefined;
  return () => {
    const [day = '', time = ''] = localTime().split(' ');
    const { locations, siteTexts } = content.snapshot();
    if (known?.day !== day || known.locations !== locations || known.siteTexts !== siteTexts) {
      const all = [mainHours(Object.fromEntries(siteTexts)), ...locations];
      const turns = [...new Set(all.flatMap((hours) => turnsOn(hours, day)))];
      known = { day, locations, siteTexts, turns };
    }
    const minute = minutesOf(time);
    return known.turns.filter((turn) => turn <= minute).length;
  };
}
