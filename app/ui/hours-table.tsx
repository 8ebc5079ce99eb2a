import { isWeekend } from '#shared/date-time.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { seasonOn, specialDayOn, type LocationHours } from '#shared/location-hours.ts';
import type { HoursContent } from '#shared/page-content.ts';
import { ChangedTime } from './changed-time.tsx';
import { HOURS_ROWS } from './hours-rows.ts';
import { NotPosted } from './not-posted.tsx';
import { Call } from './phone-link.tsx';
import { Times } from './times.tsx';
import styles from './hours-table.module.css';

/** Words that may need to break on a small phone. */
const LONG_WORD = /\S{10,}/;

export function HoursTable({
  texts,
  hoursChangedAt,
  today,
  hours: { season, exceptions },
}: HoursContent & {
  /** Says which season holds, and on which days neither does. */
  hours: Pick<LocationHours, 'season' | 'exceptions'>;
}) {
  const current = seasonOn(season, today);
  const isSpecialDay = specialDayOn(exceptions, today) !== undefined;
  const telephone = texts[SITE_TEXT_ID.ContactUsPhoneNumber];
  const isSeasonUnclear =
    current === undefined &&
    HOURS_ROWS.some(
      ({ normal, harvest }) => texts[normal] && texts[harvest] && texts[normal] !== texts[harvest],
    );
  const hasHours = HOURS_ROWS.some(({ normal, harvest }) => texts[normal] || texts[harvest]);
  return (
    <>
      <table className={`${styles.hours} list-table`} data-season={current}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Days</span>
            </th>
            <Season label="Normal Hours" isNow={current === 'normal'} />
            <Season label="Harvest Hours" isNow={current === 'harvest'} />
          </tr>
        </thead>
        <tbody>
          {HOURS_ROWS.map((row) => {
            const isToday = !isSpecialDay && row.isWeekend === isWeekend(today);
            return (
              <tr key={row.label} data-today={isToday}>
                <th scope="row">
                  {row.label}
                  {isToday && <small className="fine-print">today</small>}
                </th>
                <Hours label="Normal Hours" text={texts[row.normal]} />
                <Hours label="Harvest Hours" text={texts[row.harvest]} />
              </tr>
            );
          })}
        </tbody>
      </table>
      {!hasHours && <NotPosted>No hours posted.</NotPosted>}
      <ChangedTime at={hoursChangedAt} />
      {isSeasonUnclear && telephone && (
        <p className={`${styles.note} fine-print`}>
          Not sure which hours we're on?
          <Call before=" Call " number={telephone} after="." />
        </p>
      )}
    </>
  );
}

function Season({ label, isNow }: { label: string; isNow: boolean }) {
  return (
    <th scope="col">
      {label}
      {isNow && <small className="fine-print">in effect now</small>}
    </th>
  );
}

function Hours({ label, text = '' }: { label: string; text: string | undefined }) {
  return (
    <td data-label={label} data-long={LONG_WORD.test(text) || undefined}>
      <Times text={text || '—'} />
    </td>
  );
}
