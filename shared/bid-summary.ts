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
const SUMMARY_BIDS = 3;

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

/** Summary of the cash bids for the home page. The complete list is in an iframe, which browsers do not print well. */
export type BidSummary = {
  asOf: string | null;
  isStale: boolean;
  /** First bid of each commodity, in the cooperative's order. */
  bids: (CashBid & { isStale: boolean })[];
  locations: number;
  printed: { location: string; bids: PrintedBid[] }[];
  isPrintedCut: boolean;
  frame: FrameHeights;
};

export function summarizeBids({ asOf, bids }: CashBids, age: StalenessRule): BidSummary {
  const first = new Map<string, CashBid>();
  for (const bid of bids) if (!first.has(bid.commodity)) first.set(bid.commodity, bid);
  const bidList = groupBids(bids);
  return {
    asOf,
    isStale: asOf !== null && isStale(asOf, age),
    bids: [...first.values()]
      .slice(0, SUMMARY_BIDS)
      .map((bid) => ({ ...bid, isStale: isStale(bid.asOf, age) })),
    locations: bidList.length,
    printed: groupBids(bids.slice(0, PRINTED_BIDS)).map(({ location, commodities }) => ({
      location,
      bids: commodities.flatMap((group) => group.bids.map((bid) => toPrintedBid(bid, { asOf, age }))),
    })),
    isPrintedCut: bids.length > PRINTED_BIDS,
    frame: {
      wide: heightOf(bidList, WIDE, age),
      medium: heightOf(bidList, MEDIUM, age),
      narrow: heightOf(bidList, NARROW, age),
    },
  };
}

function toPrintedBid(bid: CashBid, { asOf, age }: { asOf: string | null; age: StalenessRule }): PrintedBid {
  const { basis, cash } = formatBid(bid);
  const cells = [bid.commodity, deliveryOf(bid), basis, cash] as const;
  return areSameTime(bid.asOf, asOf ?? '') ? [...cells] : [...cells, bid.asOf, isStale(bid.asOf, age)];
}

/** Heights of the bids iframe in CSS pixels at the default text size: `wide` from 40rem, `narrow` below 30rem. */
export type FrameHeights = { wide: number; medium: number; narrow: number };

/** Maximum iframe height in CSS pixels. A longer list is cut after the last location that fits; the rest scrolls. */
export const FRAME_MAX_PX = 1000;

/** Heights of parts in app/routes/cash-bids/cash-bids.css, in CSS pixels, for sizing the iframe before it loads. */
const PARTS = { emptyPx: 96, gapPx: 32, commodityPx: 40, firstLinePx: 33, linePx: 22 } as const;
const WIDE = { headPx: 82, timePx: 2, rowPx: 40, isList: false, isPeriodALine: isLongDelivery } as const;
const MEDIUM = { headPx: 82, timePx: 2, rowPx: 59, isList: false, isPeriodALine: hasPeriod } as const;
/** On phones, times and prices have their own lines. */
const NARROW = { headPx: 82, timePx: 22, rowPx: 59, isList: true, isPeriodALine: hasPeriod } as const;
type Layout = typeof WIDE | typeof MEDIUM | typeof NARROW;

const NOTE_LINE_CHARACTERS = 34;
/** Length of a delivery with its period that fits on one line. */
const DELIVERY_LINE_CHARACTERS = 32;

function heightOf(bidList: readonly LocationBids[], layout: Layout, age: StalenessRule): number {
  if (bidList.length === 0) return PARTS.emptyPx;
  const locationEnds: number[] = [];
  const rowEnds: number[] = [];
  let end = -PARTS.gapPx;
  for (const { asOf, commodities } of bidList) {
    end += PARTS.gapPx + layout.headPx;
    // Stale bids add a line with the phone number to call.
    end += layout.timePx + (isStale(asOf, age) ? PARTS.linePx : 0);
    for (const { asOf: ofCommodity, bids } of commodities) {
      end += PARTS.commodityPx + (layout.isList && !areSameTime(ofCommodity, asOf) ? PARTS.linePx : 0);
      for (const bid of bids) {
        const hasOwnTime = !areSameTime(bid.asOf, ofCommodity);
        rowEnds.push((end += rowHeight(bid, { layout, hasOwnTime })));
      }
    }
    locationEnds.push(end);
  }
  const fits = (px: number) => px <= FRAME_MAX_PX;
  return locationEnds.findLast(fits) ?? rowEnds.findLast(fits) ?? FRAME_MAX_PX;
}

function rowHeight(bid: CashBid, { layout, hasOwnTime }: { layout: Layout; hasOwnTime: boolean }): number {
  const lines =
    Number(layout.isPeriodALine(bid)) +
    Number(layout.isList && (bid.basis !== '' || bid.futuresMonth !== '' || bid.futures !== '')) +
    Math.ceil(bid.notes.length / NOTE_LINE_CHARACTERS) +
    Number(hasOwnTime);
  return Math.max(layout.rowPx, PARTS.firstLinePx + lines * PARTS.linePx);
}

function hasPeriod(bid: CashBid): boolean {
  return bid.delivery !== '' && periodOf(bid) !== '';
}

function isLongDelivery(bid: CashBid): boolean {
  return hasPeriod(bid) && bid.delivery.length + periodOf(bid).length > DELIVERY_LINE_CHARACTERS;
}
