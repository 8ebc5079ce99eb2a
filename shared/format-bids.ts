import { parseCents, parseEighths, signedDollars, unitsFromCents, unitsFromEighths } from './bid-prices.ts';
import type { CashBid } from '#contract/cash-bids.ts';
import { shortDate } from './date-time.ts';

/** Formats a change in cents and eighths as signed dollars, such as -0.0325. Returns '' if it is not a change. */
export function formatChange(change: string): string {
  const eighths = parseEighths(change);
  return eighths === undefined ? '' : signedDollars(unitsFromEighths(eighths));
}

/** Formats a basis in cents as signed dollars, such as -0.32. Returns '' if it is not a basis. */
export function formatBasis(basis: string): string {
  const hundredths = parseCents(basis);
  return hundredths === undefined ? '' : signedDollars(unitsFromCents(hundredths));
}

/** Current time in epoch milliseconds, and the age in hours after which a price is stale. */
export type StalenessRule = { now: number; oldAfterHours: number };

const HOUR_MS = 60 * 60 * 1000;

export const isStale = (asOf: string, { now, oldAfterHours }: StalenessRule) =>
  now - Date.parse(asOf) > oldAfterHours * HOUR_MS;

/** Returns the latest `asOf` of the bids, or '' if there are none. */
export const newestOf = (bids: readonly Pick<CashBid, 'asOf'>[]) =>
  bids.reduce((newest, { asOf }) => (asOf > newest ? asOf : newest), '');

export type LocationBids = {
  location: string;
  asOf: string;
  commodities: { commodity: string; bids: CashBid[] }[];
};

/** Groups bids by location and commodity, each in the order of its first bid. */
export function groupBids(bids: readonly CashBid[]): LocationBids[] {
  return [...Map.groupBy(bids, ({ location }) => location)].map(([location, atLocation]) => ({
    location,
    asOf: newestOf(atLocation),
    commodities: [...Map.groupBy(atLocation, ({ commodity }) => commodity)].map(
      ([commodity, ofCommodity]) => ({
        commodity,
        bids: ofCommodity,
      }),
    ),
  }));
}

export const deliveryOf = (bid: Pick<CashBid, 'delivery' | 'deliveryStart' | 'deliveryEnd'>) =>
  bid.delivery || periodOf(bid);

/** Formats the dates of a delivery period, such as "Dec 1 – 31, 2026". Returns '' if there is no start date. */
export function periodOf({
  deliveryStart: start,
  deliveryEnd: end,
}: Pick<CashBid, 'deliveryStart' | 'deliveryEnd'>): string {
  if (start === '') return '';
  const from = shortDate(start);
  if (end === '') return `From ${from.month} ${from.date}, ${from.year}`;
  const to = shortDate(end);
  if (start === end) return `${to.month} ${to.date}, ${to.year}`;
  if (from.year !== to.year) {
    return `${from.month} ${from.date}, ${from.year} – ${to.month} ${to.date}, ${to.year}`;
  }
  const last = from.month === to.month ? to.date : `${to.month} ${to.date}`;
  return `${from.month} ${from.date} – ${last}, ${to.year}`;
}
