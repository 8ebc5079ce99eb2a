import { readCents, readTicks, signedDollars, unitsOfCents, unitsOfTicks } from './bid-prices.ts';
import type { CashBid } from './cash-bids.ts';
import { shortDate } from './date-time.ts';

/** How pages show the board: pure, and the same on server and browser. */

/** Signed dollars of a change in ticks, such as -0.0325; empty where there is none. */
export function changeInDollars(change: string): string {
  const eighths = readTicks(change);
  return eighths === undefined ? '' : signedDollars(unitsOfTicks(eighths));
}

/** Signed dollars of a basis in cents, such as -0.32; empty where there is none. */
export function basisInDollars(basis: string): string {
  const hundredths = readCents(basis);
  return hundredths === undefined ? '' : signedDollars(unitsOfCents(hundredths));
}

/** The clock and the age, in hours, from which a price is told to be old. */
export type AgeRule = { now: number; oldAfterHours: number };

const HOUR_MS = 60 * 60 * 1000;

export const isOld = (asOf: string, { now, oldAfterHours }: AgeRule) =>
  now - Date.parse(asOf) > oldAfterHours * HOUR_MS;

/** When the newest of some bids was set; empty without any. */
export const newestOf = (bids: readonly Pick<CashBid, 'asOf'>[]) =>
  bids.reduce((newest, { asOf }) => (asOf > newest ? asOf : newest), '');

export type LocationBids = {
  location: string;
  /** The newest of its bids. */
  asOf: string;
  commodities: { commodity: string; bids: CashBid[] }[];
};

/** The board by locations and grains, each in the order of its first bid. */
export function groupBids(bids: readonly CashBid[]): LocationBids[] {
  return [...Map.groupBy(bids, ({ location }) => location)].map(([location, own]) => ({
    location,
    asOf: newestOf(own),
    commodities: [...Map.groupBy(own, ({ commodity }) => commodity)].map(([commodity, grain]) => ({
      commodity,
      bids: grain,
    })),
  }));
}

/** The delivery as the board names it: its label, or else its days. */
export const deliveryOf = (bid: Pick<CashBid, 'delivery' | 'deliveryStart' | 'deliveryEnd'>) =>
  bid.delivery || periodOf(bid);

/** The days of a delivery, such as "Dec 1 – 31, 2026"; empty where none are set. */
export function periodOf({
  deliveryStart: start,
  deliveryEnd: end,
}: Pick<CashBid, 'deliveryStart' | 'deliveryEnd'>): string {
  if (start === '') return '';
  const from = shortDate(start);
  if (end === '') return `from ${from.month} ${from.date}, ${from.year}`;
  const to = shortDate(end);
  if (start === end) return `${to.month} ${to.date}, ${to.year}`;
  if (from.year !== to.year) {
    return `${from.month} ${from.date}, ${from.year} – ${to.month} ${to.date}, ${to.year}`;
  }
  const last = from.month === to.month ? to.date : `${to.month} ${to.date}`;
  return `${from.month} ${from.date} – ${last}, ${to.year}`;
}
