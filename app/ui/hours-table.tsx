import { isWeekend } from '#shared/date-time.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { PhoneLink } from './phone-link.tsx';
import { Times } from './times.tsx';
import styles from './hours-table.module.css';

const ROWS = [
  {
    label: 'Mon-Fri',
    isWeekend: false,
    normal: SITE_TEXT_ID.ContactUsNormMonFri,
    harvest: SITE_TEXT_ID.ContactUsHarvestMonFri,
  },
  {
    label: 'Sat-Sun',
    isWeekend: true,
    normal: SITE_TEXT_ID.ContactUsNormSatSun,
    harvest: SITE_TEXT_ID.ContactUsHarvestSatSun,
  },
] as const;

/** Words that may need to break on a small phone. */
const LONG_WORD = /\S{10,}/;

export function HoursTable({ texts, today }: { texts: Record<number, string>; today: string }) {
  const telephone = texts[SITE_TEXT_ID.ContactUsPhoneNumber];
  const isSeasonUnclear = ROWS.some(
    ({ normal, harvest }) => texts[normal] && texts[harvest] && texts[normal] !== texts[harvest],
  );
  return (
    <>
      <table className={styles.hours}>
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
          {ROWS.map((row) => {
            const isToday = row.isWeekend === isWeekend(today);
            return (
              <tr key={row.label} data-today={isToday}>
                <th scope="row">
                  {row.label}
                  {isToday && <small>today</small>}
                </th>
                <Hours text={texts[row.normal] || '—'} />
                <Hours text={texts[row.harvest] || '—'} />
              </tr>
            );
          })}
        </tbody>
      </table>
      {isSeasonUnclear && telephone && (
        <p className={styles.note}>
          Not sure which hours we're on? Call <PhoneLink number={telephone} />.
        </p>
      )}
    </>
  );
}

function Hours({ text }: { text: string }) {
  return (
    <td data-long={LONG_WORD.test(text) || undefined}>
      <Times text={text} />
    </td>
  );
}
