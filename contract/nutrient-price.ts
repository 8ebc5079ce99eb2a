import { writeDecimal } from './bid-prices.ts';

/** What a pound of nutrient costs in a fertilizer that has one: the only price by which two of them compare. */

const POUNDS_PER_TON = 2000;

/** The first three numbers of a grade are nitrogen, phosphate and potash, in percent. */
const NUTRIENTS = ['N', 'P₂O₅', 'K₂O'] as const;
export type Nutrient = (typeof NUTRIENTS)[number];

const GRADE = /(?:^|[^\d.-])(\d{1,2})-(\d{1,2})-(\d{1,2})(?![\d.-])/;

/**
 * The one nutrient of a grade in a product's name, such as 46-0-0 of "Urea 46-0-0". Undefined where there is no grade, or
 * more than one nutrient: nobody can say then which of them the money goes to.
 */
export function nutrientOf(product: string): { nutrient: Nutrient; percent: number } | undefined {
  const grade = GRADE.exec(product)?.slice(1).map(Number) ?? [];
  const [only, ...others] = grade.flatMap((percent, at) => (percent > 0 ? [{ percent, at }] : []));
  const nutrient = only && NUTRIENTS[only.at];
  return nutrient && others.length === 0 ? { nutrient, percent: only.percent } : undefined;
}

/** Dollars with at most two decimals as tables show them, such as $1,019.00, in cents. Undefined for words. */
function readPrice(text: string): number | undefined {
  const [, dollars, cents = ''] =
    /^\$?\s?(\d{1,6}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return dollars === undefined ? undefined : Number(dollars.replaceAll(',', '') + cents.padEnd(2, '0'));
}

/**
 * Dollars for a pound of a nutrient, of a price per ton as a table shows it, rounded half up in whole numbers. Undefined
 * for a price that is none.
 */
export function nutrientPrice(pricePerTon: string, percent: number, decimals = 2): string | undefined {
  const cents = readPrice(pricePerTon);
  if (!cents) return undefined;
  // cents / 100 ÷ (2000 × percent / 100), in the smallest part that is shown.
  const dividend = cents * 10 ** decimals;
  const divisor = POUNDS_PER_TON * percent;
  const twice = 2 * dividend + divisor;
  const parts = (twice - (twice % (2 * divisor))) / (2 * divisor);
  return writeDecimal(parts, decimals);
}
