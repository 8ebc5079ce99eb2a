import {
  adviceOnBasis,
  basisFor,
  parseChange,
  parseDollars,
  parseCents,
  parseFutures,
  cashOf,
  unitsFromCash,
  dollars,
  formatCents,
} from './bid-prices.ts';
import { BID_LABELS, BID_LIMITS, type Commodity } from '#contract/cash-bids.ts';
import { parseDay, parseFuturesMonth } from './bid-dates.ts';
import { isCalendarDay } from './date-time.ts';
import { REMOVE_NUL, tooLong } from '#contract/text.ts';

/** Parsed cash bid. `cashPrice` is set for flat prices only; other prices are computed from futures and basis. */
export type Bid = {
  location: string;
  commodity: string;
  delivery: string;
  /** Calendar days such as 2026-12-01, or ''. */
  deliveryStart: string;
  deliveryEnd: string;
  futuresMonth: string;
  futuresEighths: number | null;
  changeEighths: number | null;
  basisHundredths: number | null;
  /** In ten-thousandths of a dollar. */
  cashPrice: number | null;
  active: boolean;
  notes: string;
  /** ISO 8601 in UTC; null if the row has none. */
  asOf: string | null;
};

/** Validation error: row index (from 0), field name, how to correct it, and the basis that fits a wrong cash price, if any. */
export type BidIssue = { row: number; field: BidField | (string & {}); message: string; basis?: string };

export type BidField = keyof typeof BID_LABELS | 'asOf';
export const BID_FIELDS: readonly BidField[] = [...(Object.keys(BID_LABELS) as BidField[]), 'asOf'];

/** The fields that identify a bid. */
export const KEY_FIELDS = ['location', 'commodity', 'delivery', 'deliveryStart', 'deliveryEnd'] as const;
type KeyFields = Readonly<Record<(typeof KEY_FIELDS)[number], string>>;

const enterEighths = (example: string) => `Enter cents and eighths, such as ${example}.`;
const enterDate = (example: string) => `Enter a date, such as ${example}.`;

/** Tolerance for clients and vendors whose clock is ahead. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

type ParseOptions = {
  commodities: readonly Commodity[];
  now: number;
  /** Names a row as the user sees it, at the start of a sentence. */
  nameRow?: ((row: number) => string) | undefined;
  /** Rejects a basis that may be in dollars. The editor asks people about it. */
  isFromProgram?: boolean;
};

/** Parses bids with the fields `BID_FIELDS` from JSON, CSV or a grid. Returns the valid bids and all errors. */
export function parseBids(
  rows: readonly Readonly<Record<string, unknown>>[],
  options: ParseOptions,
): { bids: Bid[]; issues: BidIssue[] } {
  const { nameRow = (row) => `Row ${row + 1}` } = options;
  const issues: BidIssue[] = [];
  const bids: Bid[] = [];
  const rowsByKey = new Map<string, number>();
  for (const [row, fields] of rows.entries()) {
    const before = issues.length;
    const issue: ParseContext['issue'] = (field, message, basis) =>
      void issues.push({ row, field, message, ...(basis && { basis }) });
    const bid = parseBid(fields, { ...options, issue });
    const duplicate = rowsByKey.get(bidKey(bid));
    if (duplicate !== undefined) {
      issue(
        'delivery',
        `Change or remove this row. ${nameRow(duplicate)} already has this location, commodity, and delivery period.`,
      );
    } else {
      rowsByKey.set(bidKey(bid), row);
    }
    if (issues.length === before) bids.push(bid);
  }
  return { bids, issues };
}

/** Returns a key that identifies a bid across bid lists, regardless of its price. */
export const bidKey = (bid: KeyFields): string =>
  KEY_FIELDS.map((field) => bid[field])
    .join('\n')
    .toLowerCase();

type ParseContext = ParseOptions & {
  issue: (field: string, message: string, basis?: string) => void;
};

function parseBid(
  fields: Readonly<Record<string, unknown>>,
  { commodities, now, isFromProgram, issue }: ParseContext,
): Bid {
  for (const field of Object.keys(fields)) {
    if (!BID_FIELDS.some((known) => known === field)) {
      issue(field, `Use one of these fields: ${BID_FIELDS.join(', ')}.`);
    }
  }

  function textOf(field: BidField, maxLength: number = BID_LIMITS.nameLength): string {
    const value = fields[field] ?? '';
    if (typeof value !== 'string') {
      issue(field, 'Use a string.');
      return '';
    }
    const text = value.replaceAll(/\s+/g, ' ').trim().toWellFormed();
    if (text.length > maxLength) issue(field, tooLong(maxLength));
    if (text.includes('\0')) issue(field, REMOVE_NUL);
    return text;
  }

  /** Parses a field with `read`. Returns null if it is empty or invalid, and reports an invalid one with `message`. */
  function valueOf<Value>(
    field: BidField,
    message: string,
    read: (text: string) => Value | undefined,
  ): Value | null {
    const text = textOf(field);
    if (text === '') return null;
    const value = read(text);
    if (value === undefined) issue(field, message);
    return value ?? null;
  }

  const location = textOf('location');
  if (location === '') issue('location', 'Enter where the grain is delivered.');
  const named = textOf('commodity');
  const commodity = commodities.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (!commodity) {
    const names = commodities.map(({ name }) => name).join(', ');
    issue('commodity', `Enter one of your commodities: ${names}.`);
  }
  const delivery = textOf('delivery');
  const deliveryStart = valueOf('deliveryStart', enterDate('12/1/2026'), parseDay) ?? '';
  const deliveryEnd = valueOf('deliveryEnd', enterDate('12/31/2026'), parseDay) ?? '';
  if (delivery === '' && deliveryStart === '')
    issue('delivery', 'Enter a delivery period, such as Spot, or fill in the delivery start.');
  if (deliveryEnd !== '' && deliveryEnd < deliveryStart)
    issue('deliveryEnd', 'Enter a date on or after the delivery start.');
  if (deliveryEnd !== '' && deliveryStart === '')
    issue('deliveryStart', 'Fill in the delivery start, or clear the delivery end.');

  const futuresMonth =
    valueOf('futuresMonth', 'Enter a futures month, such as Dec 2026 or Z26.', parseFuturesMonth) ?? '';
  const futuresEighths = valueOf('futures', enterEighths("432'6"), parseFutures);
  const changeEighths = valueOf('change', enterEighths("-3'2"), parseChange);
  const basisHundredths = valueOf('basis', 'Enter cents, such as -32 or -32.25.', parseCents);
  const advice = isFromProgram ? adviceOnBasis(formatCents(basisHundredths ?? 0)) : '';
  if (advice !== '') issue('basis', advice);
  const given = valueOf('cashPrice', 'Enter dollars, such as 4.01, with up to 4 decimals.', parseDollars);

  return {
    location,
    commodity: commodity?.name ?? named,
    delivery,
    deliveryStart,
    deliveryEnd,
    futuresMonth,
    futuresEighths,
    changeEighths,
    basisHundredths,
    cashPrice: flatPrice(),
    active: parseActive(),
    notes: textOf('notes', BID_LIMITS.notesLength),
    asOf: valueOf(
      'asOf',
      "Enter a date and time that isn't in the future, such as 2026-11-20T09:05:00-06:00.",
      (text) => parseMoment(text, now),
    ),
  };

  /** Returns the flat price, or null if the row has futures and basis, which must then add up to its price. */
  function flatPrice(): number | null {
    if (given === null || !commodity || futuresEighths === null || basisHundredths === null) return given;
    const computed = cashOf({ futuresEighths, basisHundredths }, commodity);
    if (computed !== unitsFromCash(given)) {
      const basis = basisFor({ futuresEighths, cashPrice: given }, commodity);
      issue(
        'cashPrice',
        `Enter ${dollars(computed, commodity.decimals)} (futures plus basis), or leave it blank.`,
        basis === undefined ? undefined : formatCents(basis),
      );
    }
    return null;
  }

  function parseActive(): boolean {
    const value = fields['active'] ?? '';
    if (typeof value === 'boolean') return value;
    const text = textOf('active').toLowerCase();
    if (['', 'yes', 'true', '1'].includes(text)) return true;
    if (!['no', 'false', '0'].includes(text)) issue('active', 'Enter yes or no.');
    return false;
  }
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Parses a time that is not in the future, such as 2026-11-20T09:05:00-06:00, into ISO 8601 in UTC. */
export function parseMoment(text: string, now: number): string | undefined {
  if (!MOMENT.test(text) || !isCalendarDay(text.slice(0, 10))) return undefined;
  const moment = Date.parse(text);
  return moment <= now + CLOCK_TOLERANCE_MS ? new Date(moment).toISOString() : undefined;
}
