import type { Location } from '#contract/locations.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import { hoursOf, mainHours, type SiteHours } from '#shared/shown-locations.ts';
import { minutesOf, turnsOn } from '#shared/location-hours.ts';

type HoursContent = { locations: readonly Location[]; siteTexts: ReadonlyMap<number, string> };

/**
 * Creates a function that returns how many times locations have opened or closed today. It is called for each rendered
 * page and once a second, so hours are parsed only after a change and at midnight. Those of up to a hundred locations are
 * not parsed after a change of a text.
 */
export function createTurnCounter({
  content,
  site,
  localTime,
}: {
  content: Pick<ContentCache<HoursContent>, 'snapshot'>;
  site: () => SiteHours;
  /** Returns the time in the site's time zone, such as 2026-11-20 09:05. */
  localTime: () => string;
}): () => number {
  const ofMain = remember((texts: HoursContent['siteTexts'], known) =>
    turnsOn(mainHours(Object.fromEntries(texts), known.site), known.day),
  );
  const ofOthers = remember((locations: HoursContent['locations'], known) =>
    locations.flatMap((hours) => turnsOn(hoursOf(hours, known.site), known.day)),
  );
  return () => {
    const [day = '', time = ''] = localTime().split(' ');
    const { locations, siteTexts } = content.snapshot();
    const known = { site: site(), day };
    const turns = new Set([...ofMain(siteTexts, known), ...ofOthers(locations, known)]);
    const minute = minutesOf(time);
    return [...turns].filter((turn) => turn <= minute).length;
  };
}

type Known = { site: SiteHours; day: string };

/** Creates a function that computes the turns of a day only for other hours, other settings, or another day. */
function remember<Hours>(compute: (hours: Hours, known: Known) => number[]) {
  let last: (Known & { hours: Hours; turns: ReadonlySet<number> }) | undefined;
  return (hours: Hours, known: Known): ReadonlySet<number> => {
    if (last?.hours !== hours || last.day !== known.day || last.site !== known.site) {
      last = { ...known, hours, turns: new Set(compute(hours, known)) };
    }
    return last.turns;
  };
}
