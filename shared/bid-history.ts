import { MINUS, type formatBid } from './format-bids.ts';

/** Days of the price history that a visitor can choose. */
export const HISTORY_DAYS = [30, 90, 365] as const;
export type HistoryDays = (typeof HISTORY_DAYS)[number];

/** Numbers at the end of a day; null if visitors did not see the bid. */
export type HistoryPoint = { day: string; price: ReturnType<typeof formatBid> | null };

/** Prices of a bid on the last `days` days. Starts with the first day that the change log knows. */
export type BidHistory = { id: string; days: HistoryDays; points: HistoryPoint[] };

/**
 * Returns the path of a line through numbers as pages show them, one per day, in a box with a separate scale. Days without
 * one ('') are gaps; a day between two gaps is a dot. Undefined if there are no numbers.
 */
export function chartOf(
  texts: readonly string[],
  { width, height }: { width: number; height: number },
): { path: string; low: string; high: string } | undefined {
  const values = texts.map((text) => (text === '' ? undefined : Number(text.replace(MINUS, '-'))));
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return undefined;
  const [min, max] = [Math.min(...known), Math.max(...known)];
  const textOf = (value: number) => texts[values.indexOf(value)] ?? '';
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
  return { path, low: textOf(min), high: textOf(max) };
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
