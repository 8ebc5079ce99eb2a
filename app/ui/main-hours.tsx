import type { HoursException } from '#contract/locations.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useShellContent } from '#app/router/router-context.tsx';
import type { HoursContent, OpenContent } from '#shared/page-content.ts';
import { mainHours } from '#shared/shown-locations.ts';
import { HoursTable } from './hours-table.tsx';
import { OpenNow } from './open-now.tsx';
import { useSite } from './site-context.ts';
import { SpecialDays } from './special-days.tsx';

type DaysFrom = (days: readonly HoursException[], today: string) => readonly HoursException[];

/** Renders the hours of the main location, and the special days that `daysFrom` returns. */
export function MainHours({ daysFrom, ...content }: HoursContent & { daysFrom: DaysFrom }) {
  const { season, specialDays } = useSite();
  const { today } = content;
  return (
    <>
      <HoursTable {...content} hours={{ season, exceptions: specialDays }} />
      <SpecialDays days={daysFrom(specialDays, today)} today={today} />
    </>
  );
}

/** Renders whether the main location is open. */
export function MainOpenNow({ texts, open }: Pick<OpenContent, 'texts' | 'open'>) {
  const site = useSite();
  const { texts: shellTexts } = useShellContent();
  const emergency = shellTexts[SITE_TEXT_ID.ContactUsEmergencyNumber];
  return <OpenNow hours={mainHours(texts, site)} open={open} emergency={emergency} />;
}
