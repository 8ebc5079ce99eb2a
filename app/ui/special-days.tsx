import type { HoursException } from '#contract/locations.ts';
import { specialDayOn } from '#shared/location-hours.ts';
import { spanOf, specialText } from '#shared/special-days.ts';
import { Times } from './times.tsx';
import styles from './special-days.module.css';

/** Renders special days, or nothing without any. */
export function SpecialDays({ days, today }: { days: readonly HoursException[]; today: string }) {
  if (days.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>Special days</h3>
      <ul className={`${styles.days} plain-list`}>
        {days.map((day) => {
          const isToday = specialDayOn([day], today) !== undefined;
          return (
            <li key={day.date} data-today={isToday || undefined}>
              <b className="nowrap">{isToday ? 'Today' : spanOf(day)}</b> <Times text={specialText(day)} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
