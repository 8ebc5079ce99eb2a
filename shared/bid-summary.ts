import {
  areSameTime,
  deliveryOf,
  formatBid,
  groupBids,
  isStale,
  periodOf,
  type StalenessRule,
  type LocationBids,
} from './format-bids.ts';
import type { CashBid, CashBids } from '#contract/cash-bids.ts';

/** Number of bids that fit side by side on a phone. */
const FIRST_BIDS = 3;

/** Number of bids that fit on a printed page with the rest of the home page. */
const PRINTED_BIDS = 60;

/** Bid on paper, short because every visitor downloads it. It has a time only if that differs from the list's. */
export type PrintedBid = [
  commodity: string,
  delivery: string,
  basis: string,
  cashPrice: string,
  asOf?: string,
  isStale?: boolean,
];

export type LocationSummary = { location: string; bids: ReturnType<typeof toFirstBid>[] };

/** Summary of the cash bids for the home page. The complete list is in an iframe, which browsers do not print well. */
export type BidSummary = {
  asOf: string | null;
  isStale: boolean;
  /** First bid of each commodity at each location, in the cooperative's order. */
  locations: LocationSummary[];
  printed: { location: string; bids: PrintedBid[] }[];
  isPrintedCut: boolean;
  /** Height of the iframe, which shows the first location and the choice of others. */
  frame: FrameHeights;
  /** What the others add to it without scripts, with room for their phone numbers, which are not known here. */
  others: FrameHeights;
};

export function summarizeBids({ asOf, bids }: CashBids, age: StalenessRule): BidSummary {
  const locations = groupBids(bids);
  const firstHeight = (layout: Layout) =>
    heightOf(locations.slice(0, 1), layout, age) + (locations.length > 1 ? PARTS.choicePx : 0);
  return {
    asOf,
    isStale: asOf !== null && isStale(asOf, age),
    locations: locations.map(({ location, commodities }) => ({
      location,
      bids: commodities.slice(0, FIRST_BIDS).map(({ bids: [bid] }) => toFirstBid(bid!, age)),
    })),
    printed: groupBids(bids.slice(0, PRINTED_BIDS)).map(({ location, commodities }) => ({
      location,
      bids: commodities.flatMap((group) => group.bids.map((bid) => toPrintedBid(bid, { asOf, age }))),
    })),
    isPrintedCut: bids.length > PRINTED_BIDS,
    frame: heightsOf(firstHeight),
    others: heightsOf(
      (layout) => heightOf(locations, layout, age) + locations.length * layout.phonePx - firstHeight(layout),
    ),
  };
}

function toFirstBid(bid: CashBid, age: StalenessRule) {
  const { commodity, asOf } = bid;
  const { cash, change } = formatBid(bid);
  return { commodity, delivery: deliveryOf(bid), cashPrice: cash, change, asOf, isStale: isStale(asOf, age) };
}

function toPrintedBid(bid: CashBid, { asOf, age }: { asOf: string | null; age: StalenessRule }): PrintedBid {
  const { basis, cash } = formatBid(bid);
  const cells = [bid.commodity, deliveryOf(bid), basis, cash] as const;
  return areSameTime(bid.asOf, asOf ?? '') ? [...cells] : [...cells, bid.asOf, isStale(bid.asOf, age)];
}

/** Heights in the bids iframe in CSS pixels at the default text size: `wide` from 40rem, and `narrow` at most, below. */
export type FrameHeights = { wide: number; narrow: number };

/** Heights of parts in app/routes/cash-bids/cash-bids.css, in CSS pixels, for sizing the iframe before it loads. */
const PARTS = { emptyPx: 96, choicePx: 65, gapPx: 32, commodityPx: 40, namePx: 28, linePx: 22 } as const;
const WIDE = { headPx: 86, phonePx: 0, rowPx: 40, firstLinePx: 38, isPeriodALine: isLongDelivery } as const;
/** Prices have two lines, and on phones three, as do times. */
const NARROW = { headPx: 104, phonePx: 24, rowPx: 59, firstLinePx: 33, isPeriodALine: hasPeriod } as const;
type Layout = typeof WIDE | typeof NARROW;

const heightsOf = (heightIn: (layout: Layout) => number): FrameHeights => ({
  wide: heightIn(WIDE),
  narrow: heightIn(NARROW),
});

const NAME_LINE_CHARACTERS = 28;
const NOTE_LINE_CHARACTERS = 34;
/** Length of a delivery with its period that fits on one line. */
const DELIVERY_LINE_CHARACTERS = 32;

function heightOf(locations: readonly LocationBids[], layout: Layout, age: StalenessRule): number {
  if (locations.length === 0) return PARTS.emptyPx;
  let end = -PARTS.gapPx;
  for (const { location, asOf, commodities } of locations) {
    const moreLines = Math.ceil(location.length / NAME_LINE_CHARACTERS) - 1;
    end += PARTS.gapPx + layout.headPx + moreLines * PARTS.namePx;
    // Stale bids add a line with the phone number to call.
    if (isStale(asOf, age)) end += PARTS.linePx;
    for (const { asOf: ofCommodity, bids } of commodities) {
      end += PARTS.commodityPx + (layout === NARROW && !areSameTime(ofCommodity, asOf) ? PARTS.linePx : 0);
      for (const bid of bids)
        end += rowHeight(bid, { layout, hasOwnTime: !areSameTime(bid.asOf, ofCommodity) });
    }
  }
  return end;
}

function rowHeight(bid: CashBid, { layout, hasOwnTime }: { layout: Layout; hasOwnTime: boolean }): number {
  const lines =
    Number(layout.isPeriodALine(bid)) +
    Number(layout === NARROW && (bid.basis !== '' || bid.futuresMonth !== '' || bid.futures !== '')) +
    Math.ceil(bid.notes.length / NOTE_LINE_CHARACTERS) +
    Number(hasOwnTime);
  return Math.max(layout.rowPx, layout.firstLinePx + lines * PARTS.linePx);
}

function hasPeriod(bid: CashBid): boolean {
  return bid.delivery !== '' && periodOf(bid) !== '';
}

function isLongDelivery(bid: CashBid): boolean {
  return hasPeriod(bid) && bid.delivery.length + periodOf(bid).length > DELIVERY_LINE_CHARACTERS;
}
