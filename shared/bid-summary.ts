import { groupBids, isStale, periodOf, type StalenessRule, type LocationBids } from './format-bids.ts';
import type { CashBid, CashBids } from '#contract/cash-bids.ts';

/** Number of bids that fit side by side on a phone. */
const SUMMARY_BIDS = 3;

/** Summary of the cash bids for the home page. The complete list is in an iframe. */
export type BidSummary = {
  asOf: string | null;
  /** First bid of each commodity, in the cooperative's order. */
  bids: (CashBid & { isStale: boolean })[];
  locations: number;
  frame: FrameHeights;
};

export function summarizeBids({ asOf, bids }: CashBids, age: StalenessRule): BidSummary {
  const first = new Map<string, CashBid>();
  for (const bid of bids) if (!first.has(bid.commodity)) first.set(bid.commodity, bid);
  const bidList = groupBids(bids);
  return {
    asOf,
    bids: [...first.values()]
      .slice(0, SUMMARY_BIDS)
      .map((bid) => ({ ...bid, isStale: isStale(bid.asOf, age) })),
    locations: bidList.length,
    frame: { wide: heightOf(bidList, WIDE, age), narrow: heightOf(bidList, NARROW, age) },
  };
}

/** Height of the bids iframe in CSS pixels: `wide` from a width of 560 pixels, `narrow` below. */
export type FrameHeights = { wide: number; narrow: number };

/** Maximum iframe height in CSS pixels. A longer list is cut after the last location that fits; the rest scrolls. */
export const FRAME_MAX_PX = 1000;

/** Heights of parts in app/routes/cash-bids/cash-bids.css, in CSS pixels, for sizing the iframe before it loads. */
const PARTS = { emptyPx: 96, gapPx: 32, commodityPx: 44, rowPx: 59, firstLinePx: 33, linePx: 22 } as const;
const WIDE = { headPx: 81, isPriceALine: false } as const;
const NARROW = { headPx: 106, isPriceALine: true } as const;
type Width = typeof WIDE | typeof NARROW;

const NOTE_LINE_CHARACTERS = 34;

function heightOf(bidList: readonly LocationBids[], width: Width, age: StalenessRule): number {
  if (bidList.length === 0) return PARTS.emptyPx;
  const locationEnds: number[] = [];
  const rowEnds: number[] = [];
  let end = -PARTS.gapPx;
  for (const { asOf, commodities } of bidList) {
    // Stale bids add a line with the phone number to call.
    end += PARTS.gapPx + width.headPx + (isStale(asOf, age) ? PARTS.linePx : 0);
    for (const { bids } of commodities) {
      end += PARTS.commodityPx;
      for (const bid of bids) rowEnds.push((end += rowHeight(bid, { width, hasOwnTime: bid.asOf !== asOf })));
    }
    locationEnds.push(end);
  }
  const fits = (px: number) => px <= FRAME_MAX_PX;
  return locationEnds.findLast(fits) ?? rowEnds.findLast(fits) ?? FRAME_MAX_PX;
}

function rowHeight(bid: CashBid, { width, hasOwnTime }: { width: Width; hasOwnTime: boolean }): number {
  const lines =
    Number(bid.delivery !== '' && periodOf(bid) !== '') +
    Number(width.isPriceALine && (bid.basis !== '' || bid.futuresMonth !== '' || bid.futures !== '')) +
    Math.ceil(bid.notes.length / NOTE_LINE_CHARACTERS) +
    Number(hasOwnTime);
  return Math.max(PARTS.rowPx, PARTS.firstLinePx + lines * PARTS.linePx);
}
