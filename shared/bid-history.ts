import { parseCents, parseEighths, unitsFromCents, unitsFromEighths } from './bid-prices.ts';

/** Days of the price history that a visitor can choose. */
export const HISTORY_DAYS = [30, 90, 365] as const;
export type HistoryDays = (typeof HISTORY_DAYS)[number];

/** Price at the end of a day, in the spelling of `CashBid`; null if visitors did not see the bid. */
export type HistoryPoint = { day: string; price: { cash: string; futures: string; basis: string } | null };

/** Prices of a bid on the last `days` days. Starts with the first day that the change log knows. */
export type BidHistory = { id: string; days: HistoryDays; points: HistoryPoint[] };

/** Number of a day's price for a chart, in dollars per bushel; undefined where it is missing. */
export const CHART_VALUES = {
  cash: ({ price }) => (price && price.cash !== '' ? Number(price.cash) : undefined),
  futures: ({ price }) => dollarsOf(price && parseEighths(price.futures), unitsFromEighths),
  basis: ({ price }) => dollarsOf(price && parseCents(price.basis), unitsFromCents),
} as const satisfies Record<string, (point: HistoryPoint) => number | undefined>;
export type Series = keyof typeof CHART_VALUES;

/** Units of `bid-prices.ts`. */
const UNITS_PER_DOLLAR = 100_000;

function dollarsOf(value: number | null | undefined, toUnits: (value: number) => number): number | undefined {
  return value === null || value === undefined ? undefined : toUnits(value) / UNITS_PER_DOLLAR;
}

/**
 * Returns the path of a line through the values, one per day, in a box with a separate scale. Days without a value are gaps;
 * a day between two gaps is a dot. Undefined if there are no values.
 */
export function chartOf(
  values: readonly (number | undefined)[],
  { width, height }: { width: number; height: number },
): { path: string; min: number; max: number } | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return undefined;
  const [min, max] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => round(values.length === 1 ? width / 2 : (index / (values.length - 1)) * width);
  const y = (value: number) =>
    round(max === min ? height / 2 : height - ((value - min) / (max - min)) * height);
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    const isStart = values[index - 1] === undefined;
    path += `${isStart ? 'M' : 'L'}${x(index)} ${y(value)}`;
    // A line of no length, which round ends make a dot.
    if (isStart && values[index + 1] === undefined) path += 'h0';
  }
  return { path, min, max };
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
