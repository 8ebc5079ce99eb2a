import { isWeekend } from '#shared/date-time.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
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
  isSpecialDay = false,
}: HoursContent & {
  /** True if other hours apply today, so that no row is marked. */
  isSpecialDay?: boolean;
}) {
  const telephone = texts[SITE_TEXT_ID.ContactUsPhoneNumber];
  const isSeasonUnclear = HOURS_ROWS.some(
    ({ normal, harvest }) => texts[normal] && texts[harvest] && texts[normal] !== texts[harvest],
  );
  const hasHours = HOURS_ROWS.some(({ normal, harvest }) => texts[normal] || texts[harvest]);
  return (
    <>
      <table className={`${styles.hours} list-table`}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Days</span>
            </th>
            <th scope="col">Normal Hours</th>
            <th scope="col">Harvest Hours</th>
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

function Hours({ label, text = '' }: { label: string; text: string | undefined }) {
  return (
    <td data-label={label} data-long={LONG_WORD.test(text) || undefined}>
      <Times text={text || '—'} />
    </td>
  );
}
