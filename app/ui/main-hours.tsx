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
  const { season, specialDays } = useSite();
  const { texts } = useShellContent();
  const { today } = content;
  return (
    <>
      <p>
        <MainOpenNow {...content} emergency={texts[SITE_TEXT_ID.ContactUsEmergencyNumber]} />
      </p>
      <HoursTable {...content} hours={{ season, exceptions: specialDays }} />
      <SpecialDays days={daysFrom(specialDays, today)} today={today} />
    </>
  );
}

/** Renders whether the main location is open. */
export function MainOpenNow({
  texts,
  open,
  emergency,
}: Pick<OpenContent, 'texts' | 'open'> & { emergency?: string | undefined }) {
  const site = useSite();
  const hours = useMemo(() => mainHours(texts, site), [texts, site]);
  return <OpenNow hours={hours} open={open} emergency={emergency} />;
}
