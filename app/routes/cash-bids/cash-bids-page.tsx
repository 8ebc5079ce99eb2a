import { Fragment, type ReactNode } from 'react';
import {
  areSameTime,
  deliveryOf,
  formatBid,
  groupBids,
  isStale,
  periodOf,
  type StalenessRule,
} from '#shared/format-bids.ts';
import { CASH_BIDS_PAGE, type CashBid } from '#contract/cash-bids.ts';
import type { BidPhones, CashBidsContent } from '#shared/page-content.ts';
import type { VendorWidget } from '#contract/site-embeds.ts';
import { openText } from '#shared/location-hours.ts';
import { PlainAnnouncement } from '#app/ui/announcement.tsx';
import { EmbedFrame } from '#app/ui/embed-frame.tsx';
import { PriceChange } from '#app/ui/icons.tsx';
import { LocationSelect } from '#app/ui/location-select.tsx';
import { Call, PhoneLink } from '#app/ui/phone-link.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { Time } from '#app/ui/time.tsx';
import { FrameFallback } from '#app/ui/vendor-fallback.tsx';
import { VendorContent } from '#app/ui/vendor-script-widget.tsx';
import { HISTORY_ID, historyHref, NOTHING, PriceHistory, Sparkline } from './price-history.tsx';

/**
 * Renders the cash bids, or those of a vendor, in an iframe, standalone, or in the site's shell. In an iframe of this site,
 * a script shows one location at a time; another watches a vendor's script. There are no others.
 */
export function CashBidsPage({
  cashBids,
  telephone,
  isStandalone,
  shell,
  widget,
  isMissing = false,
  ...rest
}: CashBidsContent & { widget?: null }) {
  const { name, embeds } = useSite();
  const shownWidget = widget === undefined ? embeds.cashBids : widget;
  // The shell has a `main`, a menu, and a printed header.
  const Main = shell ? 'div' : 'main';
  return (
    <Main
      className="cash-bids"
      data-cash-bids
      data-live
      data-alone={isStandalone || undefined}
      aria-label={shell ? undefined : 'Local cash bids'}
    >
      {isStandalone && !shell && (
        <nav aria-label="Site">
          <a href="/">{name}</a>
          {telephone && <PhoneLink number={telephone} />}
        </nav>
      )}
      <h1 className={isStandalone ? undefined : 'visually-hidden'}>Local Cash Bids</h1>
      {!shell && (
        <p className="print-head">
          <b>{name}</b> {telephone} <span>Local Cash Bids</span>
        </p>
      )}
      <PlainAnnouncement html={shell?.announcement} />
      {isMissing && <p className="missing">That bid isn't posted anymore. These are today's bids.</p>}
      {shownWidget ? (
        <VendorBids widget={shownWidget} telephone={telephone} />
      ) : cashBids.bids.length === 0 ? (
        <p className="empty">
          No bids posted.
          <Call before=" Call " number={telephone} after="." />
        </p>
      ) : (
        <>
          {!isStandalone && <LocationChoice bids={cashBids.bids} />}
          <Locations bids={cashBids.bids} telephone={telephone} {...rest} />
        </>
      )}
      <p className={isStandalone ? 'foot' : 'print-foot'}>
        {isStandalone && rest.history && cashBids.bids.length > 0 && 'Choose a bid to see its history. '}
        Futures are delayed at least 10 minutes. Bids are for information only and can change without notice.
        {shell && <Call before=" Questions? Call " number={telephone} after="." />}
      </p>
    </Main>
  );
}

/** Characters of the names of all locations that fit on buttons. */
const BUTTON_CHARACTERS = 120;

/** Renders the choice of one location for `followLocation`, which shows it. */
function LocationChoice({ bids }: { bids: readonly CashBid[] }) {
  const names = [...new Set(bids.map(({ location }) => location))];
  if (names.length < 2) return null;
  if (names.join('').length > BUTTON_CHARACTERS) return <LocationSelect className="choice" names={names} />;
  return (
    <fieldset className="choice" data-locations hidden>
      <legend className="visually-hidden">Location</legend>
      {names.map((name) => (
        <label key={name}>
          <input type="radio" name="location" value={name} /> {name}
        </label>
      ))}
    </fieldset>
  );
}

function VendorBids({ widget, ...rest }: { widget: VendorWidget; telephone: string }) {
  const title = 'Local cash bids';
  if (typeof widget !== 'string')
    return <VendorContent widget={widget} path={CASH_BIDS_PAGE} title={title} {...rest} />;
  return (
    <>
      <EmbedFrame className="vendor" title={title} url={widget} />
      <FrameFallback url={widget} {...rest} />
    </>
  );
}

/** Renders the bids of each location. `renderNote` renders more in a row below a bid. */
export function Locations({
  bids,
  history,
  phones = {},
  opens = {},
  telephone,
  age,
  renderNote,
}: {
  bids: readonly CashBid[];
  telephone: string;
  phones?: BidPhones;
  opens?: CashBidsContent['opens'];
  age: StalenessRule;
  renderNote?: (bid: CashBid) => ReactNode;
} & Pick<CashBidsContent, 'history'>) {
  const locations = groupBids(bids);
  const pasts = new Map(bids.map((bid, index) => [bid, history?.bids[index]]));
  const columns = history ? 6 : 5;
  const shownHistory = history?.open;
  return locations.map(({ location, asOf, commodities }) => {
    const phone = phones[location];
    const open = opens[location];
    return (
      <section key={location} data-location={location}>
        <header>
          <h2>{location}</h2>
          {phone && (
            <span className="location-phone">
              <PhoneLink number={phone} />
            </span>
          )}
          {open && <span className="location-open">{openText(open)}</span>}
          <AsOf at={asOf} oldLabel="Old bids" telephone={phone ?? telephone} age={age} />
        </header>
        <table aria-label={`Cash bids at ${location}`}>
          <thead>
            <tr>
              <th scope="col">Delivery</th>
              <th scope="col" className="wide">
                Futures, $/bu
              </th>
              <th scope="col" className="wide">
                Basis, $/bu
              </th>
              <th scope="col">Cash, $/bu</th>
              <th scope="col">Futures change, ¢</th>
              {history && (
                <th scope="col" className="spark">
                  <span className="visually-hidden">Last 30 days</span>
                </th>
              )}
            </tr>
          </thead>
          {commodities.map(({ commodity, asOf: ofCommodity, bids: rows }) => (
            <tbody key={commodity}>
              <tr>
                <th scope="rowgroup" colSpan={columns}>
                  {commodity}
                  {!areSameTime(ofCommodity, asOf) && <AsOf at={ofCommodity} oldLabel="Old bids" age={age} />}
                </th>
              </tr>
              {rows.map((bid) => (
                <Fragment key={`${bid.delivery} ${bid.deliveryStart} ${bid.deliveryEnd}`}>
                  <BidRow
                    bid={bid}
                    past={pasts.get(bid)}
                    hasOwnTime={!areSameTime(bid.asOf, ofCommodity)}
                    age={age}
                  />
                  {renderNote && (
                    <tr className="note">
                      <td colSpan={columns}>{renderNote(bid)}</td>
                    </tr>
                  )}
                  {shownHistory && shownHistory.id === pasts.get(bid)?.id && (
                    <tr id={HISTORY_ID}>
                      <td colSpan={columns} className="history-cell">
                        <PriceHistory bid={bid} history={shownHistory} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          ))}
        </table>
      </section>
    );
  });
}

type BidRowProps = {
  bid: CashBid;
  past: { id: string; prices: readonly string[] } | undefined;
  hasOwnTime: boolean;
  age: StalenessRule;
};

function BidRow({ bid, past, hasOwnTime, age }: BidRowProps) {
  const { cash, futures, basis, change } = formatBid(bid);
  const period = bid.delivery === '' ? '' : periodOf(bid);
  const contract = [bid.futuresMonth, futures].filter(Boolean).join(' ');
  return (
    <tr>
      <th scope="row">
        {deliveryOf(bid)}
        {period && (
          <>
            {'\u2002'}
            <small className="period">{period}</small>
          </>
        )}
        {(basis || contract) && (
          <small className="narrow">
            {basis && `Basis ${basis} $/bu`}
            {basis && contract && ' · '}
            {contract}
          </small>
        )}
        {bid.notes && <small>{bid.notes}</small>}
        {hasOwnTime && <AsOf at={bid.asOf} oldLabel="Old bid" age={age} />}
      </th>
      <td className="wide">
        {bid.futuresMonth && <small>{bid.futuresMonth}</small>} {futures}
      </td>
      <td className="wide">{basis || NOTHING}</td>
      <td className="bid">
        {past === undefined ? (
          cash || NOTHING
        ) : (
          <a href={historyHref(past.id)} target="_top" title="Price history">
            {cash || NOTHING}
          </a>
        )}
      </td>
      {/* The page around an iframe finds cells by the class to color them. */}
      <PriceChange as="td" className="change" text={change || NOTHING} />
      {past && (
        <td className="spark">
          <Sparkline prices={past.prices} />
        </td>
      )}
    </tr>
  );
}

type AsOfProps = { at: string; oldLabel: string; telephone?: string; age: StalenessRule };

/** Renders the time of a price. If the price is stale, adds `oldLabel` and, if given, the telephone number to call. */
function AsOf({ at, oldLabel, telephone, age }: AsOfProps) {
  const isOld = isStale(at, age);
  return (
    <small className="as-of" data-old={isOld || undefined}>
      {isOld ? `${oldLabel}, as of ` : 'As of '}
      <Time at={at} />
      {isOld && <Call before=". Call " number={telephone} after=" for today's price." />}
    </small>
  );
}
