import { useEffect, useState } from 'react';
import { localTime } from '#shared/date-time.ts';
import { openAt, openText, type LocationHours, type OpenNow as State } from '#shared/location-hours.ts';
import { PhoneLink } from './phone-link.tsx';
import { useSite } from './site-context.ts';
import { Times } from './times.tsx';
import styles from './open-now.module.css';

const EVERY_MS = 60_000;

type Props = {
  hours: LocationHours;
  /** State when the page was rendered. */
  open: State | null;
  /** Number to call while it is closed. */
  emergency?: string | undefined;
};

/** Renders whether a location is open, by the visitor's clock, or nothing if its hours do not say. */
export function OpenNow({ hours, open: rendered, emergency }: Props) {
  const { timeZone } = useSite();
  const [open, setOpen] = useState(rendered);
  useEffect(() => {
    const update = () => setOpen(openAt(hours, localTime(new Date().toISOString(), timeZone)));
    update();
    const timer = setInterval(update, EVERY_MS);
    return () => clearInterval(timer);
  }, [hours, timeZone]);
  if (!open) return null;
  return (
    // On paper, it would soon be wrong.
    <span className={`${styles.open} fine-print no-print`} data-open={open.isOpen}>
      <Times text={openText(open)} />
      {!open.isOpen && emergency && (
        <>
          {'. Emergency: '}
          <PhoneLink number={emergency} />
        </>
      )}
    </span>
  );
}
