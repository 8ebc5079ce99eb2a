import {
  dollars,
  formatEighths,
  parseCents,
  parseEighths,
  unitsFromCents,
  unitsFromEighths,
} from './bid-prices.ts';
import type { CashBid } from '#contract/cash-bids.ts';
import { formatShortDate, shortDate } from './date-time.ts';

/** Minus sign of numbers on pages. */
export const MINUS = '−';
const EIGHTHS = ['', '⅛', '¼', '⅜', '½', '⅝', '¾', '⅞'];

/**
 * Returns the numbers of a bid as all pages show them: cash, futures, and basis in dollars per bushel, such as 4.01 or
 * −0.32, and the change in cents, such as −2¾ or unch. '' if absent.
 */
export const formatBid = (bid: Pick<CashBid, 'cashPrice' | 'futures' | 'basis' | 'change'>) => ({
  cash: bid.cashPrice,
  futures: formatFutures(bid.futures),
  basis: formatBasis(bid.basis),
  change: formatChange(bid.change),
});

function formatFutures(futures: string): string {
  const eighths = parseEighths(futures);
  return eighths === undefined ? '' : dollars(unitsFromEighths(eighths), 4);
}

function formatBasis(basis: string): string {
  const hundredths = parseCents(basis);
  if (hundredths === undefined) return '';
  return signed(hundredths, dollars(unitsFromCents(Math.abs(hundredths))));
}

function formatChange(change: string): string {
  const eighths = parseEighths(change);
  if (eighths === undefined) return '';
  if (eighths === 0) return 'unch';
  const [cents = '', rest] = formatEighths(Math.abs(eighths)).split("'");
  return signed(eighths, `${cents === '0' ? '' : cents}${EIGHTHS[Number(rest)]}`);
}

const signed = (value: number, text: string) => `${value > 0 ? '+' : value < 0 ? MINUS : ''}${text}`;

/** Current time in epoch milliseconds, and the age in hours after which a price is stale. */
export type StalenessRule = { now: number; oldAfterHours: number };

const HOUR_MS = 60 * 60 * 1000;

/** Returns the time in epoch milliseconds before which a price is stale. */
export const staleBefore = ({ now, oldAfterHours }: StalenessRule) => now - oldAfterHours * HOUR_MS;

export const isStale = (asOf: string, rule: StalenessRule) => Date.parse(asOf) < staleBefore(rule);

/** Returns the latest `asOf` of the bids, or '' if there are none. */
export const newestOf = (bids: readonly Pick<CashBid, 'asOf'>[]) =>
  bids.reduce((newest, { asOf }) => (asOf > newest ? asOf : newest), '');

/** Returns true if pages show the same text for two times. */
export const areSameTime = (a: string, b: string) => a.slice(0, MINUTE_LENGTH) === b.slice(0, MINUTE_LENGTH);

const MINUTE_LENGTH = '2026-11-20T15:00'.length;

export type LocationBids = {
  location: string;
  asOf: string;
  commodities: { commodity: string; asOf: string; bids: CashBid[] }[];
};

/** Groups bids by location and commodity, each in the order of its first bid. */
export function groupBids(bids: readonly CashBid[]): LocationBids[] {
  return [...Map.groupBy(bids, ({ location }) => location)].map(([location, atLocation]) => ({
    location,
    asOf: newestOf(atLocation),
    commodities: [...Map.groupBy(atLocation, ({ commodity }) => commodity)].map(
      ([commodity, ofCommodity]) => ({
        commodity,
        asOf: newestOf(ofCommodity),
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
  if (end === '') return `From ${formatShortDate(start)}`;
  if (start === end) return formatShortDate(end);
  const [from, to] = [shortDate(start), shortDate(end)];
  if (from.year !== to.year) return `${formatShortDate(start)} – ${formatShortDate(end)}`;
  const last = from.month === to.month ? to.date : `${to.month} ${to.date}`;
  return `${from.month} ${from.date} – ${last}, ${to.year}`;
}
