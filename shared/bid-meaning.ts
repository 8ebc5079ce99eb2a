import { parseCents, parseChange, parseDollars, parseFutures } from './bid-prices.ts';
import { parseDay, parseFuturesMonth } from './bid-dates.ts';
import { bidKey, KEY_FIELDS, type BidField } from './parse-bids.ts';

/** What the texts of a field stand for, of which spreadsheets change the spelling. */
const MEANINGS: Partial<Record<BidField, (text: string) => number | string | undefined>> = {
  delivery: parseFuturesMonth,
  futuresMonth: parseFuturesMonth,
  deliveryStart: parseDay,
  deliveryEnd: parseDay,
  futures: parseFutures,
  change: parseChange,
  basis: parseCents,
  cashPrice: parseDollars,
  active: (text) => (/^(no|false|0)$/i.test(text) ? 'no' : 'yes'),
};

/** Returns the same text for all spellings of a value, such as Dec 2026 and Dec-26, or 12/1/2026 and 2026-12-01. */
export function meaningOf(field: BidField, text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return `${MEANINGS[field]?.(plain) ?? plain}`;
}

/** Returns a key that identifies a bid, however its texts are spelled. */
export const keyOfTexts = (fields: Readonly<Record<BidField, string>>): string =>
  bidKey({
    ...fields,
    ...Object.fromEntries(KEY_FIELDS.map((field) => [field, meaningOf(field, fields[field])])),
  });
