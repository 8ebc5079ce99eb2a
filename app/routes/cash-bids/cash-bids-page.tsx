import {
  formatBasis,
  formatChange,
  deliveryOf,
  groupBids,
  isStale,
  periodOf,
  type StalenessRule,
  type LocationBids,
} from '#shared/format-bids.ts';
import type { CashBid, CashBids } from '#contract/cash-bids.ts';
import { changeDirection } from '#shared/change-direction.ts';
import { formatDateTimeWithZone } from '#shared/date-time.ts';
import type { VendorWidget } from '#contract/site-embeds.ts';
import { EmbedFrame } from '#app/ui/embed-frame.tsx';
import { DirectionIcon } from '#app/ui/icons.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { VendorContent } from '#app/ui/vendor-script-widget.tsx';

type TimeProps = { age: StalenessRule; timeZone: string };

/** Renders the cash bids, in an iframe or standalone. There are no scripts except those of a vendor's widget. */
export function CashBidsPage({
  cashBids,
  name,
  telephone,
  isStandalone,
  widget,
  ...times
}: {
  cashBids: CashBids;
  name: string;
  telephone: string;
  isStandalone: boolean;
  widget: VendorWidget | null;
} & TimeProps) {
  return (
    <main
      className="cash-bids"
      data-cash-bids
      data-alone={isStandalone || undefined}
      aria-label="Local cash bids"
    >
      {isStandalone && (
        <nav aria-label="Site">
          <a href="/">{name}</a>
          {telephone && <PhoneLink number={telephone} />}
        </nav>
      )}
      <h1 className={isStandalone ? undefined : 'visually-hidden'}>Local Cash Bids</h1>
      <p className="print-head">
        <b>{name}</b> {telephone} <span>Local Cash Bids</span>
      </p>
      {widget ? (
        <VendorBids widget={widget} />
      ) : cashBids.bids.length === 0 ? (
        <p className="empty">
          No bids posted.
          {telephone && (
            <>
              {' Call '}
              <PhoneLink number={telephone} />.
            </>
          )}
        </p>
      ) : (
        groupBids(cashBids.bids).map((group) => (
          <LocationTable key={group.location} telephone={telephone} {...group} {...times} />
        ))
      )}
      <p className={isStandalone ? 'foot' : 'print-foot'}>
        Futures are delayed at least 10 minutes. Bids are for information only and can change without notice.
      </p>
    </main>
  );
}

function VendorBids({ widget }: { widget: VendorWidget }) {
  if (typeof widget !== 'string') return <VendorContent widget={widget} />;
  return <EmbedFrame className="vendor" title="Local cash bids" url={widget} />;
}

function LocationTable({
  location,
  asOf,
  commodities,
  telephone,
  ...times
}: LocationBids & { telephone: string } & TimeProps) {
  return (
    <section>
      <header>
        <h2>{location}</h2>
        <AsOf at={asOf} oldLabel="Old bids" telephone={telephone} {...times} />
      </header>
      <table aria-label={`Cash bids at ${location}`}>
        <thead>
          <tr>
            <th scope="col">Delivery</th>
            <th scope="col" className="wide">
              Futures
            </th>
            <th scope="col" className="wide">
              Basis
            </th>
            <th scope="col">Cash, $/bu</th>
            <th scope="col">Futures change</th>
          </tr>
        </thead>
        {commodities.map(({ commodity, bids }) => (
          <tbody key={commodity}>
            <tr>
              <th scope="rowgroup" colSpan={5}>
                {commodity}
              </th>
            </tr>
            {bids.map((bid) => (
              <BidRow
                key={`${bid.delivery} ${bid.deliveryStart} ${bid.deliveryEnd}`}
                bid={bid}
                hasOwnTime={bid.asOf !== asOf}
                {...times}
              />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function BidRow({ bid, hasOwnTime, ...times }: { bid: CashBid; hasOwnTime: boolean } & TimeProps) {
  const basis = withMinusSign(formatBasis(bid.basis));
  const period = bid.delivery === '' ? '' : periodOf(bid);
  const futures = [bid.futuresMonth, bid.futures].filter(Boolean).join(' ');
  return (
    <tr>
      <th scope="row">
        {deliveryOf(bid)}
        {period && <small>{period}</small>}
        {(basis || futures) && (
          <small className="narrow">
            {basis && `Basis ${basis}`}
            {basis && futures && ' · '}
            {futures}
          </small>
        )}
        {bid.notes && <small>{bid.notes}</small>}
        {hasOwnTime && <AsOf at={bid.asOf} oldLabel="Old bid" {...times} />}
      </th>
      <td className="wide">
        {bid.futures}
        <small>{bid.futuresMonth}</small>
      </td>
      <td className="wide">{basis || NOTHING}</td>
      <td className="bid">{bid.cashPrice || NOTHING}</td>
      <ChangeCell text={formatChange(bid.change)} />
    </tr>
  );
}

/** Renders the time of a price. If the price is stale, adds `oldLabel` and, if given, the telephone number to call. */
function AsOf({
  at,
  oldLabel,
  telephone,
  age,
  timeZone,
}: { at: string; oldLabel: string; telephone?: string } & TimeProps) {
  const isOld = isStale(at, age);
  return (
    <small className="as-of" data-old={isOld || undefined}>
      {isOld ? `${oldLabel}, as of ` : 'As of '}
      <time dateTime={at}>{formatDateTimeWithZone(at, timeZone)}</time>
      {isOld && telephone && (
        <>
          {'. Call '}
          <PhoneLink number={telephone} /> for today's price.
        </>
      )}
    </small>
  );
}

/** The embedding page finds cells by the class `change` to color them; `data-direction` colors the standalone page. */
function ChangeCell({ text }: { text: string }) {
  const direction = changeDirection(text);
  return (
    <td className="change" data-direction={direction === 'none' ? undefined : direction}>
      {direction !== 'none' && <DirectionIcon direction={direction} />}
      {withMinusSign(text) || NOTHING}
    </td>
  );
}

const NOTHING = '–';
const withMinusSign = (text: string) => text.replace(/^-/, '−');
