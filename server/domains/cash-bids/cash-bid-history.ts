import { BID_LABELS, COMMODITY_LABELS, type Commodity } from '#contract/cash-bids.ts';
import {
  asRows,
  asTable,
  both,
  named,
  textOf,
  type Fields,
  type ItemHistory,
  type ParsedEntry,
  type Undo,
} from '#server/records/history.ts';
import { dollars, formatCents, formatEighths, unitsFromCash } from '#shared/bid-prices.ts';
import { cashBidStores } from './cash-bid-store.ts';
import { CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT } from './cash-bids.ts';
import { FUTURES_SUBJECT } from './quotes-since.ts';
import { undoCashBids } from './undo-cash-bids.ts';

const orBlank = (format: (value: number) => string) => (value: number | null) =>
  value === null ? '' : format(value);

/** Fields in the spelling of the columns, as they are logged. */
const FIELDS: Fields = {
  labels: {
    location: BID_LABELS.location,
    commodity: BID_LABELS.commodity,
    delivery: BID_LABELS.delivery,
    delivery_start: BID_LABELS.deliveryStart,
    delivery_end: BID_LABELS.deliveryEnd,
    futures_month: BID_LABELS.futuresMonth,
    futures_eighths: BID_LABELS.futures,
    change_eighths: BID_LABELS.change,
    basis_hundredths: BID_LABELS.basis,
    cash_price: BID_LABELS.cashPrice,
    active: BID_LABELS.active,
    notes: BID_LABELS.notes,
  },
  formats: {
    futures_eighths: orBlank(formatEighths),
    change_eighths: orBlank(formatEighths),
    basis_hundredths: orBlank(formatCents),
    cash_price: orBlank((price) => dollars(unitsFromCash(price))),
    active: (active: number) => textOf(active === 1),
    location_id: named('location', 'a deleted location'),
  },
};

type Quotes = { quotes?: { symbol: string; futuresEighths: number; changeEighths: number }[] };

export const cashBidHistory: readonly ItemHistory[] = [
  {
    subject: CASH_BIDS_SUBJECT,
    kind: 'bid',
    names: () => ({ [CASH_BIDS_SUBJECT]: 'Cash bids' }),
    nameOf: ({ commodity, location, delivery }) =>
      [commodity, location, delivery].map(textOf).filter(Boolean).join(', '),
    rows: (db) => cashBidStores(db).cashBids.listNames(),
    mentions: ({ location_id: id }) => [{ kind: 'location', id }],
    // Earlier releases logged whole lists, before bids had locations.
    present: asRows({ ...FIELDS, labels: { ...FIELDS.labels, location_id: 'Phone and hours of' } }, FIELDS),
    restore: restoreBids,
  },
  {
    subject: COMMODITIES_SUBJECT,
    kind: 'commodity',
    names: () => ({ [COMMODITIES_SUBJECT]: 'Commodities' }),
    present: both(asTable({ labels: COMMODITY_LABELS })),
    // Bids that are restored, too, need their commodities at the same time.
    restore: async (undo) => {
      if (undo.before !== null && !undo.entries.some(isOf(CASH_BIDS_SUBJECT))) await restoreBids(undo);
    },
  },
  {
    subject: FUTURES_SUBJECT,
    kind: 'futures',
    names: () => ({ [FUTURES_SUBJECT]: 'Futures prices' }),
    present: both((value) => ({
      type: 'fields',
      fields: ((value as Quotes).quotes ?? []).map(({ symbol, futuresEighths, changeEighths }) => ({
        label: symbol,
        text: `${formatEighths(futuresEighths)} (${formatEighths(changeEighths)})`,
      })),
    })),
    whyNot: () => "Futures prices come from the market, so they can't be restored.",
  },
];

const isOf =
  (subject: string) =>
  (entry: ParsedEntry): boolean =>
    entry.subject === subject;

async function restoreBids({ db, author, entries, baseVersion, now }: Undo): Promise<void> {
  const steps = entries.filter(isOf(CASH_BIDS_SUBJECT));
  const commodities = entries.findLast(isOf(COMMODITIES_SUBJECT))?.before as Commodity[] | null | undefined;
  const change = { steps, commodities: commodities ?? undefined, baseVersion };
  await undoCashBids(cashBidStores(db), author, change, now);
}
