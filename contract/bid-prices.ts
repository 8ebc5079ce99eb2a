/**
 * Prices per bushel in whole numbers, never in floating point, where 4.4650 − 0.28 comes out as 4.18. The common unit is
 * a hundred-thousandth of a dollar: the largest in which an eighth of a cent, 0.00125 dollars, is a whole number.
 */
const TICK_UNITS = 125;
const CENT_HUNDREDTH_UNITS = 10;
const PLACES = 5;

export const ROUNDINGS = ['half up', 'half down', 'always up', 'always down'] as const;
/** What happens to a price between two that can be paid: up is towards more, also below nothing. */
export type Rounding = (typeof ROUNDINGS)[number];
/** How many decimals of a dollar a price is paid with. */
export type Decimals = 2 | 4;
export type PriceRule = { rounding: Rounding; decimals: Decimals };

const STEP_UNITS: Record<Decimals, number> = { 2: 1000, 4: 10 };

/** The nearest price that can be paid, in units; which of the two neighbours is the rule's. */
export function roundPrice(units: number, { rounding, decimals }: PriceRule): number {
  const step = STEP_UNITS[decimals];
  const above = ((units % step) + step) % step;
  const down = units - above;
  const goesUp = {
    'half up': above * 2 >= step,
    'half down': above * 2 > step,
    'always up': above > 0,
    'always down': false,
  }[rounding];
  return goesUp ? down + step : down;
}

/** Futures in eighths of a cent and basis in hundredths of a cent make a cash price in units. */
export function cashOf(
  { futuresEighths, basisHundredths }: { futuresEighths: number; basisHundredths: number },
  rule: PriceRule,
): number {
  return roundPrice(futuresEighths * TICK_UNITS + basisHundredths * CENT_HUNDREDTH_UNITS, rule);
}

export const unitsOfTicks = (eighths: number) => eighths * TICK_UNITS;
export const unitsOfCents = (hundredths: number) => hundredths * CENT_HUNDREDTH_UNITS;

/** Units as dollars, exact: with as many decimals as are asked for, and more only where the value has more. */
export function dollars(units: number, decimals: number = 2): string {
  const all = writeDecimal(units, PLACES);
  const needless = /0*$/.exec(all)?.[0].length ?? 0;
  return all.slice(0, all.length - Math.min(needless, PLACES - decimals));
}

/** The same with a plus sign before what is more than nothing. */
export const signedDollars = (units: number, decimals?: number) =>
  `${units > 0 ? '+' : ''}${dollars(units, decimals)}`;

/** A minus sign as people and word processors write it. */
const MINUS = /^[-\u2212\u2013]/;
const isWithin = (value: number, most: number) => Math.abs(value) <= most;

/** Far more than grain was ever quoted at, in eighths of a cent, and small enough for every database's numbers. */
const MOST_EIGHTHS = 99_999 * 8 + 7;
const TICKS = /^(\d{1,5})['’‘`-]([0-7])$/;

/**
 * Futures and their changes as they are quoted, cents and eighths such as 432'6, in eighths of a cent. Undefined for
 * anything else: 4326 and 4.3275 mean one price to one program and another to the next.
 */
export function readTicks(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^unch$/i.test(trimmed)) return 0;
  const [, cents, eighths] = TICKS.exec(trimmed.replace(/^\+/, '').replace(MINUS, '')) ?? [];
  if (cents === undefined || eighths === undefined) return undefined;
  const value = Number(cents) * 8 + Number(eighths);
  return MINUS.test(trimmed) && value !== 0 ? -value : value;
}

/** Eighths of a cent as they are quoted, such as -3'2. */
export function writeTicks(eighths: number): string {
  const whole = Math.abs(eighths);
  const rest = whole % 8;
  return `${eighths < 0 ? '-' : ''}${(whole - rest) / 8}'${rest}`;
}

const MOST_CENT_HUNDREDTHS = 999_999;

/** Cents with at most two decimals, such as -32 or -32.25, in hundredths of a cent. Undefined for anything else. */
export function readCents(text: string): number | undefined {
  const value = readDecimal(text.trim(), 2);
  return value !== undefined && isWithin(value, MOST_CENT_HUNDREDTHS) ? value : undefined;
}

/** Hundredths of a cent as cents, without needless zeros. */
export const writeCents = (hundredths: number) => writeDecimal(hundredths, 2).replace(/\.?0+$/, '');

/** A thousand dollars less the smallest part, in ten-thousandths. */
const MOST_CASH = 9_999_999;

/** Dollars with at most four decimals, such as 4.01 or $4.0125, in ten-thousandths. Undefined for anything else. */
export function readCash(text: string): number | undefined {
  const value = readDecimal(text.trim().replace(/^\$\s?/, ''), 4);
  return value !== undefined && value >= 0 && value <= MOST_CASH ? value : undefined;
}

export const unitsOfCash = (tenThousandths: number) => tenThousandths * 10;
export const cashOfUnits = (units: number) => (units - (units % 10)) / 10;

function readDecimal(text: string, places: number): number | undefined {
  const [, whole, part = ''] =
    /^(\d{0,6})(?:\.(\d+))?$/.exec(text.replace(/^\+/, '').replace(MINUS, '')) ?? [];
  if (whole === undefined || (whole === '' && part === '') || part.length > places) return undefined;
  const value = Number(whole + part.padEnd(places, '0'));
  return MINUS.test(text) && value !== 0 ? -value : value;
}

/** A whole number of the smallest part as a decimal with all its places, such as 401 hundredths as 4.01. */
export function writeDecimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export const isFuturesPrice = (eighths: number) => eighths >= 0 && isWithin(eighths, MOST_EIGHTHS);
