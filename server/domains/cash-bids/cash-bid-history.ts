import { BID_LABELS, COMMODITY_LABELS, type Commodity } from '#contract/cash-bids.ts';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import type { Author } from '#server/platform/change.ts';
import {
  named,
  textOf,
  type HistoryContext,
  type HistorySetting,
  type ItemHistory,
  type ParsedEntry,
  type Undo,
} from '#server/records/history.ts';
import { dollars, formatCents, formatEighths, unitsFromCash } from '#shared/bid-prices.ts';
import type { CashBidStores } from './cash-bid-store.ts';
import { CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT } from './cash-bids.ts';
import { FUTURES_SUBJECT } from './quotes-since.ts';
import { undoCashBids } from './undo-cash-bids.ts';

const orBlank = (format: (value: number) => string) => (value: number | null) =>
  value === null ? '' : format(value);

type Quotes = { quotes?: { symbol: string; futuresEighths: number; changeEighths: number }[] };

export const cashBidHistory: readonly ItemHistory<CashBidStores>[] = [
  {
    subject: CASH_BIDS_SUBJECT,
    kind: 'bid',
    names: { [CASH_BIDS_SUBJECT]: 'Cash bids' },
    nameOf: ({ commodity, location, delivery }) =>
      [commodity, location, delivery].map(textOf).filter(Boolean).join(', '),
    rows: ({ cashBids }) => cashBids.list(),
    mentions: ({ location_id: id }) => [{ kind: 'location', id }],
    fields: {
      // In the spelling of the columns, as they are logged.
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
        location_id: 'Phone and hours of',
      },
      formats: {
        futures_eighths: orBlank(formatEighths),
        change_eighths: orBlank(formatEighths),
        basis_hundredths: orBlank(formatCents),
        cash_price: orBlank((price) => dollars(unitsFromCash(price))),
        active: (active: number) => textOf(active === 1),
        location_id: (id: string | null, context: HistoryContext) =>
          id === MAIN_LOCATION_ID
            ? 'The main location'
            : named('location', 'a deleted location')(id, context),
      },
      notInLists: ['location_id'],
    },
    restore: restoreBids,
  },
  {
    subject: COMMODITIES_SUBJECT,
    kind: 'commodity',
    names: { [COMMODITIES_SUBJECT]: 'Commodities' },
    fields: { labels: COMMODITY_LABELS },
    // Bids that are restored, too, need their commodities at the same time.
    restore: async (stores, author, undo, time) => {
      if (undo.before !== null && !undo.entries.some(isOfBids)) await restoreBids(stores, author, undo, time);
    },
  },
  {
    subject: FUTURES_SUBJECT,
    kind: 'futures',
    names: { [FUTURES_SUBJECT]: 'Futures prices' },
    show: ({ quotes = [] }: Quotes) => ({
      type: 'fields',
      fields: quotes.map(({ symbol, futuresEighths, changeEighths }) => ({
        label: symbol,
        text: `${formatEighths(futuresEighths)} (${formatEighths(changeEighths)})`,
      })),
    }),
    whyNot: () => "Futures prices come from the market, so they can't be restored.",
  },
];

const isOfBids = ({ subject }: ParsedEntry) => subject === CASH_BIDS_SUBJECT;

async function restoreBids(
  stores: CashBidStores,
  author: Author,
  { entries, baseVersion }: Undo,
  { now }: HistorySetting,
): Promise<void> {
  const commodities = entries.findLast(({ subject }) => subject === COMMODITIES_SUBJECT)?.before;
  const change = { commodities: (commodities as Commodity[] | null) ?? undefined, baseVersion };
  await undoCashBids(stores, author, { ...change, steps: entries.filter(isOfBids) }, now);
}
