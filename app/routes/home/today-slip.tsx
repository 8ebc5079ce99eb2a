import { deliveryOf, formatBid, newestOf } from '#shared/format-bids.ts';
import { calendarDay, formatDay } from '#shared/date-time.ts';
import type { HoursContent, MarketContent } from '#shared/page-content.ts';
import type { PriceTable } from '#contract/price-tables.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useSite } from '#app/ui/site-context.ts';
import { Fact } from '#app/ui/fact.tsx';
import { hoursRowOf } from '#app/ui/hours-rows.ts';
import { DirectionIcon, PriceChange } from '#app/ui/icons.tsx';
import { StaleBadge } from '#app/ui/stale-badge.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { Time } from '#app/ui/time.tsx';
import { Times } from '#app/ui/times.tsx';
import styles from './today-slip.module.css';

const isPricedDiesel = ([fuel = '', price = '']: string[]) => /diesel/i.test(fuel) && price.trim() !== '';

/** Renders cash bids, today's hours, the telephone number, and the price of diesel, styled like a scale ticket. */
export function TodaySlip({
  texts,
  cashBids,
  today,
  fuel,
}: HoursContent & MarketContent & { fuel: PriceTable | undefined }) {
  const { timeZone } = useSite();
  const { bids } = cashBids;
  const asOf = newestOf(bids);
  const areFromToday = asOf !== '' && calendarDay(new Date(asOf), timeZone) === today;
  const areAllStale = bids.every(({ isStale }) => isStale);
  const row = hoursRowOf(today);
  const [normalHours, harvestHours] = [texts[row.normal], texts[row.harvest]];
  const telephone = texts[SITE_TEXT_ID.ContactUsPhoneNumber];
  const [diesel, dieselPrice] = fuel?.rows.find(isPricedDiesel) ?? [];
  const isSeasonUnclear = normalHours && harvestHours && normalHours !== harvestHours;
  if (bids.length === 0 && !telephone && !diesel && !normalHours && !harvestHours) return null;

  return (
    <section className={`${styles.slip} ticket`} aria-labelledby="today">
      <div className={styles.head}>
        <h2 id="today">Today</h2>
        {/* Show the time of the bids, not the current time, so that prices do not look newer than they are. */}
        {areFromToday ? <Time at={asOf} /> : <time dateTime={today}>{formatDay(today)}</time>}
      </div>
      {asOf && !areFromToday && (
        <p className={styles.stale}>
          {areAllStale ? 'Old bids, as of ' : 'Bids as of '}
          <Time at={asOf} />
        </p>
      )}
      {bids.length > 0 && (
        <ul className={styles.bids} aria-label="Cash bids">
          {bids.map((bid) => (
            <li key={bid.commodity}>
              <span className={styles.commodity}>{bid.commodity}</span>
              <b>{formatBid(bid).cash || '–'}</b>
              <PriceChange text={formatBid(bid).change} className={styles.change} />
              <span className={styles.delivery}>{deliveryOf(bid)}</span>
              {bid.isStale && !areAllStale && <StaleBadge asOf={bid.asOf} />}
            </li>
          ))}
        </ul>
      )}
      {bids.some((bid) => formatBid(bid).change) && (
        <p className={styles.note}>
          <DirectionIcon direction="up" /> <DirectionIcon direction="down" /> Change in futures, in cents.
        </p>
      )}
      <dl className={styles.rows}>
        <Fact label={row.label}>{normalHours && <Times text={normalHours} />}</Fact>
        <Fact label="Harvest hours">{harvestHours && <Times text={harvestHours} />}</Fact>
        <Fact label="Office">{telephone && <PhoneLink number={telephone} />}</Fact>
        <Fact label={diesel} className={styles.diesel}>
          {dieselPrice}
        </Fact>
      </dl>
      {isSeasonUnclear && telephone && (
        <p className={styles.note}>Not sure which hours we're on? Call the office.</p>
      )}
    </section>
  );
}
