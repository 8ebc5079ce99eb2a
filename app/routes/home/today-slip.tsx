import { useLayoutEffect, type ReactNode } from 'react';
import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import type { LocationSummary } from '#shared/bid-summary.ts';
import { followLocation } from '#shared/followed-location.ts';
import { newestOf } from '#shared/format-bids.ts';
import { hoursOn } from '#shared/location-hours.ts';
import { calendarDay, formatDay } from '#shared/date-time.ts';
import { mainHours, nearDays, type HomeLocation } from '#shared/shown-locations.ts';
import { locationKey } from '#shared/location-key.ts';
import type { Loadable } from '#shared/loadable.ts';
import type { MarketContent, OpenContent } from '#shared/page-content.ts';
import { spanOf, specialText } from '#shared/special-days.ts';
import type { PriceTable } from '#contract/price-tables.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { useShellContent } from '#app/router/router-context.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { Fact } from '#app/ui/fact.tsx';
import { OpenNow } from '#app/ui/open-now.tsx';
import { hoursToday } from '#app/ui/hours-rows.ts';
import { DirectionIcon, PriceChange } from '#app/ui/icons.tsx';
import { useLoadable } from '#app/ui/loadable-view.tsx';
import { LocationSelect } from '#app/ui/location-select.tsx';
import { StaleBadge } from '#app/ui/stale-badge.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { Time } from '#app/ui/time.tsx';
import { Times } from '#app/ui/times.tsx';
import styles from './today-slip.module.css';

const isPricedDiesel = ([fuel = '', price = '']: string[]) => /diesel/i.test(fuel) && price.trim() !== '';

/** Renders what belongs to a location. `followLocation` may show another than the first before hydration. */
const Part = ({ of, isFirst, children }: { of: string; isFirst: boolean; children: ReactNode }) => (
  <div data-location={of} hidden={!isFirst} suppressHydrationWarning>
    {children}
  </div>
);

/**
 * Renders cash bids, today's hours, the telephone number, and the price of diesel, styled like a scale ticket: those of
 * each location, of which `followLocation` shows one.
 */
export function TodaySlip({
  texts,
  cashBids: { locations },
  today,
  open: mainOpen,
  fuel,
  places,
}: OpenContent & MarketContent & { fuel: PriceTable | undefined; places: Loadable<HomeLocation[]> }) {
  const site = useSite();
  const { timeZone } = site;
  const main = { hours: mainHours(texts, site), open: mainOpen };
  const mainEmergency = useShellContent().texts[SITE_TEXT_ID.ContactUsEmergencyNumber];
  const telephone = texts[SITE_TEXT_ID.ContactUsPhoneNumber];
  const listed = useLoadable(places).value;
  const [diesel, dieselPrice] = fuel?.rows.find(isPricedDiesel) ?? [];

  useLayoutEffect(followLocation, []);

  if (locations.length === 0 && !telephone && !diesel && hoursOn(main.hours, today).length === 0) return null;
  const slips = (locations.length > 0 ? locations : [NO_BIDS]).map(({ location, bids }, index) => {
    const asOf = newestOf(bids);
    const areFromToday = asOf !== '' && calendarDay(new Date(asOf), timeZone) === today;
    const place = listed?.find(({ name }) => name && locationKey(name) === locationKey(location));
    const { hours, open } = place ?? main;
    return {
      part: { of: location, isFirst: index === 0 },
      bids,
      asOf,
      areFromToday,
      hours,
      open,
      phone: { label: place?.phoneNumber ? location : 'Office', number: place?.phoneNumber || telephone },
      emergency: place ? place.emergencyNumber : mainEmergency,
    };
  });
  return (
    <section className={`${styles.slip} ticket`} aria-labelledby="today">
      <div className={styles.head}>
        <h2 id="today">Today</h2>
        {locations.length > 1 && (
          <LocationSelect className={styles.choice} names={locations.map(({ location }) => location)} />
        )}
        {/* Show the time of the bids, not the current time, so that prices do not look newer than they are. */}
        {slips.map(({ part, asOf, areFromToday }) => (
          <Part key={part.of} {...part}>
            {areFromToday ? <Time at={asOf} /> : <time dateTime={today}>{formatDay(today)}</time>}
          </Part>
        ))}
      </div>
      {slips.map(({ part, bids, asOf, areFromToday, hours, open, phone, emergency }) => {
        const areAllStale = bids.every(({ isStale }) => isStale);
        const { label, special, normal, harvest } = hoursToday(hours, today);
        return (
          <Part key={part.of} {...part}>
            <p className={styles.open}>
              <OpenNow hours={hours} open={open} />
            </p>
            {asOf && !areFromToday && (
              <p className={styles.stale}>
                {areAllStale ? 'Old bids, as of ' : 'Bids as of '}
                <Time at={asOf} />
              </p>
            )}
            {bids.length > 0 && (
              <ul className={`${styles.bids} plain-list`} aria-label="Cash bids">
                {bids.map((bid) => (
                  <li key={bid.commodity}>
                    <span className={styles.commodity}>
                      {bid.commodity} <span className={styles.delivery}>{bid.delivery}</span>
                    </span>
                    <b>{bid.cashPrice || '–'}</b>
                    <PriceChange text={bid.change} className={styles.change} />
                    {bid.isStale && !areAllStale && <StaleBadge asOf={bid.asOf} />}
                  </li>
                ))}
              </ul>
            )}
            <dl className={styles.rows}>
              <Fact label={phone.label} className={styles.wide}>
                {phone.number && <PhoneLink number={phone.number} />}
              </Fact>
              <Fact label="Emergency">
                {open?.isOpen === false && emergency && <PhoneLink number={emergency} />}
              </Fact>
              <Fact label={special?.reason ?? 'Today'}>
                {special && !open?.reason && <Times text={special.hours} />}
              </Fact>
              <Fact label={label}>{normal && <Times text={normal} />}</Fact>
              <Fact label="Harvest hours">{harvest && <Times text={harvest} />}</Fact>
              <Fact label={diesel} className={styles.wide}>
                {dieselPrice}
              </Fact>
            </dl>
            {bids.length > 0 && (
              <p className={styles.note}>
                {bids.some(({ change }) => change) && (
                  <span>
                    <DirectionIcon direction="up" /> <DirectionIcon direction="down" /> Change in futures, in
                    cents.
                  </span>
                )}
                <a className="touch" href={CASH_BIDS_PAGE}>
                  All cash bids
                </a>
              </p>
            )}
            {nearDays(hours.exceptions, today)
              .filter((day) => day !== special)
              .map((day) => (
                <p key={day.date} className={styles.note}>
                  {spanOf(day)}: {specialText(day)}
                </p>
              ))}
            {normal && harvest && normal !== harvest && telephone && (
              <p className={styles.note}>Not sure which hours we're on? Call the office.</p>
            )}
          </Part>
        );
      })}
    </section>
  );
}

const NO_BIDS: LocationSummary = { location: '', bids: [] };
