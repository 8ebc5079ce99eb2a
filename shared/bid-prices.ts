/**
 * Exact price arithmetic in integers: in floating point, 4.4650 − 0.28 is 4.18. The unit is 1/100,000 of a dollar per
 * bushel, the largest decimal unit in which an eighth of a cent ($0.00125) is a whole number.
 */
const EIGHTH_UNITS = 125;
const CENT_HUNDREDTH_UNITS = 10;
const PLACES = 5;

export const ROUNDINGS = ['half up', 'half down', 'always up', 'always down'] as const;
/** How a price between two payable prices is rounded. Up means toward positive infinity, for negative prices too. */
export type Rounding = (typeof ROUNDINGS)[number];
export type Decimals = 2 | 4;
export type PriceRule = { rounding: Rounding; decimals: Decimals };

const STEP_UNITS: Record<Decimals, number> = { 2: 1000, 4: 10 };

/** Rounds a price in units to a payable price, also in units. */
export function roundPrice(units: number, { rounding, decimals }: PriceRule): number {
  const step = STEP_UNITS[decimals];
  const above = ((units % step) + step) % step;
  const down = units - above;
  const roundsUp = {
    'half up': above * 2 >= step,
    'half down': above * 2 > step,
    'always up': above > 0,
    'always down': false,
  }[rounding];
  return roundsUp ? down + step : down;
}

/** Returns the cash price in units of a futures price in eighths and a basis in hundredths of a cent. */
export function cashOf(
  { futuresEighths, basisHundredths }: { futuresEighths: number; basisHundredths: number },
  rule: PriceRule,
): number {
  return roundPrice(futuresEighths * EIGHTH_UNITS + basisHundredths * CENT_HUNDREDTH_UNITS, rule);
}

/**
 * Returns the basis, in hundredths of a cent and whole cents if possible, with which futures make a cash price in
 * ten-thousandths of a dollar. Returns undefined if none does.
 */
export function basisFor(
  { futuresEighths, cashPrice }: { futuresEighths: number; cashPrice: number },
  rule: PriceRule,
): number | undefined {
  const units = unitsFromCash(cashPrice);
  const exact = (units - unitsFromEighths(futuresEighths)) / CENT_HUNDREDTH_UNITS;
  return [100, 1]
    .flatMap((step) => [Math.floor(exact / step) * step, Math.ceil(exact / step) * step])
    .find((basisHundredths) => cashOf({ futuresEighths, basisHundredths }, rule) === units);
}

export const unitsFromEighths = (eighths: number) => eighths * EIGHTH_UNITS;
export const unitsFromCents = (hundredths: number) => hundredths * CENT_HUNDREDTH_UNITS;

/** Formats units as dollars, exactly: with `decimals` decimals, or more if the value needs them. */
export function dollars(units: number, decimals: number = 2): string {
  const all = formatDecimal(units, PLACES);
  const trailingZeros = /0*$/.exec(all)?.[0].length ?? 0;
  return all.slice(0, all.length - Math.min(trailingZeros, PLACES - decimals));
}

/** Minus signs that feeds and word processors write: hyphen, U+2212, en dash. */
const MINUS = /^[-\u2212\u2013]/;
const isWithin = (value: number, max: number) => Math.abs(value) <= max;

/** Upper limit for futures, in eighths of a cent. Fits into a 32-bit integer column. */
const MAX_EIGHTHS = 99_999 * 8 + 7;
const EIGHTHS = /^(\d{1,5})['’‘`-]([0-7])$/;

/**
 * Parses a futures price or change in cents and eighths, such as 432'6 or UNCH, into eighths of a cent. Returns
 * undefined for other notations: programs disagree about 4326 and 4.3275.
 */
export function parseEighths(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^unch$/i.test(trimmed)) return 0;
  const [, cents, eighths] = EIGHTHS.exec(trimmed.replace(/^\+/, '').replace(MINUS, '')) ?? [];
  if (cents === undefined || eighths === undefined) return undefined;
  const value = Number(cents) * 8 + Number(eighths);
  return MINUS.test(trimmed) && value !== 0 ? -value : value;
}

/** Parses a change in futures as people type it: also in cents, such as -3.25 or 0. Returns undefined for other text. */
export function parseChange(text: string): number | undefined {
  const [eighths, thousandths] = [parseEighths(text), parseDecimal(text.trim(), 3)];
  if (eighths !== undefined || thousandths === undefined) return eighths;
  return thousandths % 125 === 0 && isWithin(thousandths / 125, MAX_EIGHTHS) ? thousandths / 125 : undefined;
}

/** Cents that futures can have without eighths: less may be dollars, and 4326 is 432'6 in some feeds. */
const PLAIN_FUTURES = { from: 100, below: 2000 };

/** Parses futures as people type them: also in cents, such as 435 or 435.25. Returns undefined for other text. */
export function parseFutures(text: string): number | undefined {
  const eighths = parseChange(text);
  if (eighths === undefined || !isFuturesPrice(eighths)) return undefined;
  const isUsual = eighths >= PLAIN_FUTURES.from * 8 && eighths < PLAIN_FUTURES.below * 8;
  return isUsual || parseEighths(text) !== undefined ? eighths : undefined;
}

/** Formats eighths of a cent in cents and eighths, such as -3'2. */
export function formatEighths(eighths: number): string {
  const whole = Math.abs(eighths);
  const rest = whole % 8;
  return `${eighths < 0 ? '-' : ''}${(whole - rest) / 8}'${rest}`;
}

const MAX_CENT_HUNDREDTHS = 999_999;

/** Parses cents with at most two decimals, such as -32.25, into hundredths. Returns undefined for other text. */
export function parseCents(text: string): number | undefined {
  const value = parseDecimal(text.trim(), 2);
  return value !== undefined && isWithin(value, MAX_CENT_HUNDREDTHS) ? value : undefined;
}

export const formatCents = (hundredths: number) => formatDecimal(hundredths, 2).replace(/\.?0+$/, '');

/** Returns how to enter a basis that may be meant in dollars, or '' for others. */
export function adviceOnBasis(text: string): string {
  const hundredths = parseCents(text) ?? 0;
  if (hundredths === 0 || Math.abs(hundredths) >= 100) return '';
  return `Enter the basis in cents, such as ${hundredths} for ${formatCents(hundredths)} dollars.`;
}

/** Upper limit for cash prices: $999.9999, in ten-thousandths of a dollar. */
const MAX_CASH = 9_999_999;

/** Parses dollars, such as 4.01 or $4.0125, into ten-thousandths of a dollar. Returns undefined for other text. */
export function parseDollars(text: string): number | undefined {
  const value = parseDecimal(text.trim().replace(/^\$\s?/, ''), 4);
  return value !== undefined && value >= 0 && value <= MAX_CASH ? value : undefined;
}

export const unitsFromCash = (tenThousandths: number) => tenThousandths * 10;

function parseDecimal(text: string, places: number): number | undefined {
  const [, whole, part = ''] =
    /^(\d{0,6})(?:\.(\d+))?$/.exec(text.replace(/^\+/, '').replace(MINUS, '')) ?? [];
  if (whole === undefined || (whole === '' && part === '') || part.length > places) return undefined;
  const value = Number(whole + part.padEnd(places, '0'));
  return MINUS.test(text) && value !== 0 ? -value : value;
}

/** Formats an integer as a decimal with exactly `places` decimals: 401 with 2 places is 4.01. */
export function formatDecimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export const isFuturesPrice = (eighths: number) => eighths >= 0 && isWithin(eighths, MAX_EIGHTHS);
