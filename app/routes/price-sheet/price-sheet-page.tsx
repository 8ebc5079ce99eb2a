import { seasonOn } from '#shared/location-hours.ts';
import { nearDays } from '#shared/shown-locations.ts';
import { spanOf, specialText } from '#shared/special-days.ts';
import { Fragment, type ReactNode } from 'react';
import type { PriceSheetContent, PriceTables } from '#shared/page-content.ts';
import { deliveryOf, formatBid, groupBids, isStale } from '#shared/format-bids.ts';
import type { CashBid } from '#contract/cash-bids.ts';
import { formatDate, formatDateTime } from '#shared/date-time.ts';
import { FERTILIZER_TABLES, FUEL_TABLES, PRICE_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { QrCode } from '#app/ui/qr-code.tsx';
import { PlainAnnouncement } from '#app/ui/announcement.tsx';
import { HOURS_ROWS } from '#app/ui/hours-rows.ts';
import { FoldingTable } from '#app/ui/price-table-view.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { StaleBadge } from '#app/ui/stale-badge.tsx';
import { Time } from '#app/ui/time.tsx';
import { Call, PhoneLink } from '#app/ui/phone-link.tsx';

/** Maximum number of bids shown in full. Longer lists show one delivery per commodity and location, to fit one page. */
const BIDS_IN_FULL = 48;

/** Locations with their phone numbers, below the hours. More would not fit one page. */
const LOCATIONS_SHOWN = 8;

const nameOf = (type: PriceTableType) =>
  type === FUEL_TABLES[0] ? 'Farm - Delivered Fuel' : PRICE_TABLES[type].label;

export function PriceSheetPage({
  cashBids,
  tables,
  texts,
  hoursChangedAt,
  today,
  age,
  locations,
  phones,
  publicAddress,
}: PriceSheetContent) {
  const { name, parts, season, specialDays } = useSite();
  const current = seasonOn(season, today);
  const { asOf, bids } = cashBids;
  const isShortened = bids.length > BIDS_IN_FULL;
  const telephone = texts[SITE_TEXT_ID.ContactUsPhoneNumber];
  const areOld = asOf !== null && isStale(asOf, age);
  const hasHours = HOURS_ROWS.some(({ normal, harvest }) => texts[normal] || texts[harvest]);
  const hours = (hasHours || locations.length > 0) && (
    <>
      <div className="head">
        <h2>Hours</h2>
        <Updated at={hoursChangedAt} />
      </div>
      <table>
        <tbody>
          {HOURS_ROWS.map(({ label, normal }) => (
            <Hours key={label} label={`Normal, ${label}`} isNow={current === 'normal'} text={texts[normal]} />
          ))}
          {HOURS_ROWS.map(({ label, harvest }) => (
            <Hours
              key={label}
              label={`Harvest, ${label}`}
              isNow={current === 'harvest'}
              text={texts[harvest]}
            />
          ))}
          {nearDays(specialDays, today).map((day) => (
            <Hours key={day.date} label={spanOf(day)} text={specialText(day)} />
          ))}
          {locations.slice(0, LOCATIONS_SHOWN).map((location) => (
            <Hours key={location.id} label={location.name} text={location.phoneNumber} />
          ))}
        </tbody>
      </table>
    </>
  );
  return (
    <main>
      <nav aria-label="Page">
        <a href="/">Back to website</a>
        {/* The page's only script shows this button. */}
        <button type="button" hidden>
          Print
        </button>
        <span className="print-hint">To print, press Ctrl+P. On a phone, choose Share, then Print.</span>
      </nav>
      <header>
        <div>
          <h1>{name}</h1>
          {telephone && (
            <p>
              <PhoneLink number={telephone} />
            </p>
          )}
          <p>{formatDate(today)}</p>
        </div>
        <AddressCode url={publicAddress} />
      </header>
      <PlainAnnouncement html={texts[SITE_TEXT_ID.AnnouncementMessage]} />
      <div className="columns" data-long={isShortened || undefined}>
        <section>
          <div className="head">
            <h2>Cash Bids, $/bu</h2>
            {asOf && (
              <small data-old={areOld || undefined}>
                {areOld ? 'Old bids, as of ' : 'Bids as of '}
                <Time at={asOf} />
              </small>
            )}
          </div>
          {bids.length === 0 && <NonePosted of="bids" telephone={telephone} />}
          {groupBids(bids).map(({ location, commodities }) => (
            <table key={location} aria-label={location}>
              <thead>
                <tr>
                  <th scope="col" colSpan={2} className="location">
                    {location}
                    {phones[location] && (
                      <small>
                        <PhoneLink number={phones[location]} />
                      </small>
                    )}
                  </th>
                  <th scope="col">Basis</th>
                  <th scope="col">Cash</th>
                </tr>
              </thead>
              <tbody>
                {commodities
                  .flatMap((group) => (isShortened ? group.bids.slice(0, 1) : group.bids))
                  .map((bid) => (
                    <BidRow
                      key={`${bid.commodity} ${bid.delivery} ${bid.deliveryStart}`}
                      bid={bid}
                      isOld={!areOld && isStale(bid.asOf, age)}
                    />
                  ))}
              </tbody>
            </table>
          ))}
          {isShortened ? <p>For more delivery periods, see {withoutScheme(publicAddress)}.</p> : hours}
        </section>
        <section>
          {parts.fertilizer && <Prices of="Fertilizer" tables={tables} telephone={telephone} />}
          {parts.fuel && <Prices of="Fuel" tables={tables} telephone={telephone} />}
          {isShortened && hours}
        </section>
      </div>
      <footer>
        Futures are delayed at least 10 minutes. Prices are for information only and can change without
        notice.
      </footer>
    </main>
  );
}

function BidRow({ bid, isOld }: { bid: CashBid; isOld: boolean }) {
  const { basis, cash } = formatBid(bid);
  return (
    <tr>
      <th scope="row">{bid.commodity}</th>
      <td className="delivery">
        {deliveryOf(bid)} {isOld && <StaleBadge asOf={bid.asOf} />}
      </td>
      <td>{basis}</td>
      <td>
        <b>{cash || '–'}</b>
      </td>
    </tr>
  );
}

/** Renders a heading and the tables of a section that have prices. `renderNote` returns what to show below a table. */
export function Prices({
  of: section,
  tables,
  telephone,
  renderNote,
}: {
  of: keyof typeof SECTIONS;
  tables: PriceTables;
  telephone?: string | undefined;
  renderNote?: (type: PriceTableType) => ReactNode;
}) {
  const shown = SECTIONS[section].flatMap((type) => {
    const table = tables[type];
    return table && table.rows.length > 0 ? { type, table } : [];
  });
  return (
    <>
      <h2>{section}</h2>
      {shown.length === 0 && <NonePosted of="prices" telephone={telephone} />}
      {shown.map(({ type, table }) => (
        <Fragment key={type}>
          <FoldingTable
            className="prices"
            caption={
              <>
                {nameOf(type)} <Updated at={table.changedAt} />
              </>
            }
            headers={table.headers}
            rows={table.rows.map((cells) => cells.map((text) => text || '—'))}
          />
          {renderNote?.(type)}
        </Fragment>
      ))}
    </>
  );
}

const NonePosted = ({ of: what, telephone }: { of: string; telephone: string | undefined }) => (
  <p>
    No {what} posted. <Call before="Call " number={telephone} after="." />
  </p>
);

const SECTIONS = { Fertilizer: FERTILIZER_TABLES, Fuel: FUEL_TABLES } as const;

function Updated({ at }: { at: string | null }) {
  const { timeZone } = useSite();
  if (at === null) return null;
  return (
    <small>
      Updated <time dateTime={at}>{formatDateTime(at, timeZone)}</time>
    </small>
  );
}

type HoursProps = { label: string; text: string | undefined; isNow?: boolean };

function Hours({ label, text, isNow = false }: HoursProps) {
  if (!text) return null;
  return (
    <tr>
      <th scope="row">
        {label}
        {isNow && <b> (now)</b>}
      </th>
      <td>{text}</td>
    </tr>
  );
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '');

const AddressCode = ({ url }: { url: string }) => (
  <figure>
    <QrCode text={url} label={`QR code for ${url}`} />
    <figcaption>
      <a href="/">{withoutScheme(url)}</a>
    </figcaption>
  </figure>
);
