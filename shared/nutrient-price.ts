import { formatDecimal } from './bid-prices.ts';

const POUNDS_PER_TON = 2000;

/** Nutrients in the order of a fertilizer grade, whose three numbers are percentages. */
const NUTRIENTS = ['N', 'P₂O₅', 'K₂O'] as const;
export type Nutrient = (typeof NUTRIENTS)[number];

const GRADE = /(?:^|[^\d.-])(\d{1,2})-(\d{1,2})-(\d{1,2})(?![\d.-])/;

/** Returns the nutrient of a grade such as 46-0-0. Returns undefined without a grade, or with several nutrients. */
export function nutrientOf(product: string): { nutrient: Nutrient; percent: number } | undefined {
  const grade = GRADE.exec(product)?.slice(1).map(Number) ?? [];
  const [only, ...others] = grade.flatMap((percent, at) => (percent > 0 ? [{ percent, at }] : []));
  const nutrient = only && NUTRIENTS[only.at];
  return nutrient && others.length === 0 ? { nutrient, percent: only.percent } : undefined;
}

/** Parses dollars with at most two decimals, such as $1,019.00, into cents. Returns undefined for other text. */
function parsePrice(text: string): number | undefined {
  const [, dollars, cents = ''] =
    /^\$?\s?(\d{1,6}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return dollars === undefined ? undefined : Number(dollars.replaceAll(',', '') + cents.padEnd(2, '0'));
}

/**
 * Returns the price of one pound of nutrient in dollars, rounded half up to `decimals` places, for comparing
 * fertilizers. Returns undefined if `pricePerTon` is zero or not a price.
 */
export function nutrientPrice(pricePerTon: string, percent: number, decimals = 2): string | undefined {
  const cents = parsePrice(pricePerTon);
  if (!cents) return undefined;
  // cents / 100 ÷ (2000 × percent / 100), in units of the last decimal.
  return formatDecimal(Math.round((cents * 10 ** decimals) / (POUNDS_PER_TON * percent)), decimals);
}
