/** A ton of 2,000 pounds, in which each percent of a nutrient weighs 20. */
const POUNDS_PER_PERCENT = 20;

/**
 * A grade as it stands in a product's name: percents of N, P2O5 and K2O by weight, such as 46-0-0. One that goes on, such
 * as 21-0-0-24S, is none here: what of the price is for the sulfur nobody can tell.
 */
const GRADE = /(?<![\d-])(\d{1,2})-(\d{1,2})-(\d{1,2})(?!\d|-\d)/;

/** Dollars as people type them: 866, 866.00 or $1,019.00. */
const DOLLARS = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d\d?))?$/;

/**
 * What a pound of nutrient costs, in dollars with two decimals (half a cent rounds up), by the grade in a product's name
 * and its price per ton. A product of several nutrients is divided by the pounds of all three together. Undefined for a
 * name without a grade, or a price that is no amount.
 *
 * 583 dollars for a ton of 46-0-0 are 583 ÷ 920 = 0.63, as market reports print it.
 */
export function nutrientPrice(product: string, pricePerTon: string): string | undefined {
  const [, n = 0, p = 0, k = 0] = GRADE.exec(product) ?? [];
  const percent = Number(n) + Number(p) + Number(k);
  const [, dollars, cents = ''] = DOLLARS.exec(pricePerTon.trim()) ?? [];
  if (percent < 1 || percent > 100 || dollars === undefined) return undefined;
  const total = Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  const pounds = percent * POUNDS_PER_PERCENT;
  const perPound = String(Math.floor((2 * total + pounds) / (2 * pounds))).padStart(3, '0');
  return `${perPound.slice(0, -2)}.${perPound.slice(-2)}`;
}

/** Whether the prices under a header are per ton. */
export const isPerTon = (header: string): boolean => /\btons?\b/i.test(header);
