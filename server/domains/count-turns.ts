import type { Location } from '#contract/locations.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import { mainHours } from '#shared/shown-locations.ts';
import { minutesOf, turnsOn } from '#shared/location-hours.ts';

type HoursContent = { locations: readonly Location[]; siteTexts: ReadonlyMap<number, string> };

/**
 * Creates a function that returns how many times locations have opened or closed today. It is called for each rendered
 * page and once a second, so hours are parsed only after a change and at midnight. Those of up to a hundred locations are
 * not parsed after a change of a text.
 */
export function createTurnCounter({
  content,
  localTime,
}: {
  content: Pick<ContentCache<HoursContent>, 'snapshot'>;
  /** Returns the time in the site's time zone, such as 2026-11-20 09:05. */
  localTime: () => string;
}): () => number {
  const ofMain = remember((texts: HoursContent['siteTexts'], day) =>
    turnsOn(mainHours(Object.fromEntries(texts)), day),
  );
  const ofOthers = remember((locations: HoursContent['locations'], day) =>
    locations.flatMap((hours) => turnsOn(hours, day)),
  );
  return () => {
    const [day = '', time = ''] = localTime().split(' ');
    const { locations, siteTexts } = content.snapshot();
    const turns = new Set([...ofMain(siteTexts, day), ...ofOthers(locations, day)]);
    const minute = minutesOf(time);
    return [...turns].filter((turn) => turn <= minute).length;
  };
}

/** Creates a function that computes the turns of a day only for other hours or another day. */
function remember<Hours>(compute: (hours: Hours, day: string) => number[]) {
  let known: { hours: Hours; day: string; turns: ReadonlySet<number> } | undefined;
  return (hours: Hours, day: string): ReadonlySet<number> => {
    if (known?.hours !== hours || known.day !== day) {
      known = { hours, day, turns: new Set(compute(hours, day)) };
    }
    return known.turns;
  };
}
