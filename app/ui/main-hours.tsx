import { useMemo } from 'react';
import type { HoursException } from '#contract/locations.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useShellContent } from '#app/router/router-context.tsx';
import type { OpenContent } from '#shared/page-content.ts';
import { mainHours } from '#shared/shown-locations.ts';
import { HoursTable } from './hours-table.tsx';
import { OpenNow } from './open-now.tsx';
import { useSite } from './site-context.ts';
import { SpecialDays } from './special-days.tsx';

type DaysFrom = (days: readonly HoursException[], today: string) => readonly HoursException[];

/** Renders whether the main location is open, its hours, and the special days that `daysFrom` returns. */
export function MainHours({ daysFrom, ...content }: OpenContent & { daysFrom: DaysFrom }) {
  const site = useSite();
  const { texts } = useShellContent();
  const { season, specialDays } = site;
  const hours = useMemo(() => mainHours(content.texts, site), [content.texts, site]);
  const { today } = content;
  return (
    <>
      <p>
        <OpenNow hours={hours} open={content.open} emergency={texts[SITE_TEXT_ID.ContactUsEmergencyNumber]} />
      </p>
      <HoursTable {...content} hours={{ season, exceptions: specialDays }} />
      <SpecialDays days={daysFrom(specialDays, today)} today={today} />
    </>
  );
}
