import { FIRST_COMMODITIES, type Commodity } from '#contract/cash-bids.ts';
import type { BidListUpdate } from '#server/domains/cash-bids/save-bid-list.ts';

const PERIODS = ['Spot', 'January', 'March', 'May', 'July', 'New crop'] as const;
const MONTHS = ['Dec 2026', 'Mar 2027', 'Mar 2027', 'May 2027', 'Jul 2027', 'Dec 2027'] as const;

const COMMODITIES: Commodity[] = [
  ...FIRST_COMMODITIES,
  { name: 'Oats', poundsPerBushel: 32, rounding: 'half down', decimals: 2, futuresRoot: 'ZO' },
  { name: 'White Corn', poundsPerBushel: 56, rounding: 'always down', decimals: 4, futuresRoot: 'ZC' },
];

/** Returns bids of ten locations, six commodities and six deliveries. `tick` changes every futures price. */
export function aLongBidList(tick = 0): BidListUpdate & { bids: Record<string, string>[] } {
  const bids = Array.from({ length: 10 }, (_, location) =>
    COMMODITIES.flatMap(({ name }, commodity) =>
      PERIODS.map((delivery, period) => ({
        location: `Elevator Number ${location + 1}`,
        commodity: name,
        delivery,
        futuresMonth: MONTHS[period] ?? '',
        futures: `${420 + commodity * 97 + period * 13}'${(location + period + tick) % 8}`,
        change: `${commodity % 2 ? '-' : ''}${period}'${location % 8}`,
        basis: String(-30 - location - commodity * 3 + period),
        notes: period === 0 && commodity === 0 ? 'Corn up to 18% moisture only' : '',
      })),
    ),
  ).flat();
  return { bids, commodities: COMMODITIES };
}
