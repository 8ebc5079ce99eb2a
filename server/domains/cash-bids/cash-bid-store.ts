import { isDeepStrictEqual } from 'node:util';
import type { Commodity } from '#contract/cash-bids.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';
import { checkRow } from '#server/platform/database/stored-values.ts';
import { ROUNDINGS } from '#shared/bid-prices.ts';
import type { Bid } from '#shared/parse-bids.ts';

export type StoredBid = Bid & {
  id: string;
  asOf: string;
  /** Id of the location that the bid names; missing if it is none that has one. */
  locationId?: string;
};
/** Bid in the spelling of its columns. */
export type BidColumns = Omit<Tables['cash_bid'], 'position' | 'location_id'> & {
  /** Missing in the log until a bid is linked. */
  location_id?: string | null;
};

/** Maximum rows per insert, which keeps it below the database's limit of parameters per statement. */
const ROWS_PER_INSERT = 500;

const BID_COLUMNS = {
  id: 'text',
  location: 'text',
  commodity: 'text',
  delivery: 'text',
  delivery_start: 'text',
  delivery_end: 'text',
  futures_month: 'text',
  futures_eighths: 'number?',
  change_eighths: 'number?',
  basis_hundredths: 'number?',
  cash_price: 'number?',
  active: [0, 1],
  notes: 'text',
  as_of: 'text',
  location_id: 'text?',
} as const;
const COMMODITY_COLUMNS = {
  name: 'text',
  poundsPerBushel: 'number?',
  rounding: ROUNDINGS,
  decimals: [2, 4],
  futuresRoot: 'text',
} as const;

/** Creates the stores that the rules for cash bids need. */
export const cashBidStores = (db: DatabaseHandle) => ({
  cashBids: createCashBidStore(db),
  changeLog: createChangeLogStore(db),
});
export type CashBidStores = ReturnType<typeof cashBidStores>;

function createCashBidStore(db: DatabaseHandle) {
  return {
    async list(read: ReadRow = readableOnly): Promise<StoredBid[]> {
      const rows = await db
        .selectFrom('cash_bid')
        .select([
          'id',
          'location',
          'commodity',
          'delivery',
          'delivery_start',
          'delivery_end',
          'futures_month',
          'futures_eighths',
          'change_eighths',
          'basis_hundredths',
          'cash_price',
          'active',
          'notes',
          'as_of',
          'location_id',
        ])
        .orderBy('position')
        .execute();
      return rows.flatMap((row) => read(row.id, () => fromColumns(checkRow(row, BID_COLUMNS))) ?? []);
    },

    /** Lists the columns that name each bid. */
    listNames: () => db.selectFrom('cash_bid').select(['id', 'location', 'commodity', 'delivery']).execute(),

    /** Replaces all bids. Writes only the rows that differ from `before`, because most saves change one price. */
    async replace(bids: readonly StoredBid[], before: readonly StoredBid[] = []): Promise<void> {
      const stored = await db.selectFrom('cash_bid').select(['id', 'position']).execute();
      const positions = new Map(stored.map(({ id, position }) => [id, position]));
      const old = new Map(before.map((bid) => [bid.id, bid]));
      const isKept = (bid: StoredBid, position: number) =>
        positions.get(bid.id) === position && isDeepStrictEqual(bid, old.get(bid.id));
      const kept = bids.filter(isKept).map(({ id }) => id);
      await db
        .deleteFrom('cash_bid')
        .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
        .execute();
      const rows = bids.flatMap((bid, position) =>
        isKept(bid, position) ? [] : { ...toColumns(bid), location_id: bid.locationId ?? null, position },
      );
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        await db
          .insertInto('cash_bid')
          .values(rows.slice(at, at + ROWS_PER_INSERT))
          .execute();
      }
    },

    /** Lists the ids and names of the locations that bids can be linked to. */
    listLocations: () => db.selectFrom('location').select(['id', 'name']).execute(),

    /** Updates the futures of bids. */
    async saveFutures(bids: readonly StoredBid[]): Promise<void> {
      for (const { id, futuresEighths, changeEighths, asOf } of bids) {
        await db
          .updateTable('cash_bid')
          .set({ futures_eighths: futuresEighths, change_eighths: changeEighths, as_of: asOf })
          .where('id', '=', id)
          .execute();
      }
    },

    async listCommodities(read: ReadRow = readableOnly): Promise<Commodity[]> {
      const rows = await db
        .selectFrom('cash_commodity')
        .select([
          'name',
          'pounds_per_bushel as poundsPerBushel',
          'rounding',
          'decimals',
          'futures_root as futuresRoot',
        ])
        .orderBy('position')
        .execute();
      return rows.flatMap((row) => read(row.name, () => checkRow(row, COMMODITY_COLUMNS) as Commodity) ?? []);
    },

    async replaceCommodities(commodities: readonly Commodity[]): Promise<void> {
      await db.deleteFrom('cash_commodity').execute();
      if (commodities.length === 0) return;
      await db
        .insertInto('cash_commodity')
        .values(
          commodities.map(({ name, poundsPerBushel, rounding, decimals, futuresRoot }, position) => ({
            name,
            position,
            pounds_per_bushel: poundsPerBushel,
            rounding,
            decimals,
            futures_root: futuresRoot,
          })),
        )
        .execute();
    },
  };
}

/** Converts a bid to its columns. The change log also spells bids this way, because databases in use contain such logs. */
export const toColumns = (bid: StoredBid): BidColumns => ({
  id: bid.id,
  location: bid.location,
  commodity: bid.commodity,
  delivery: bid.delivery,
  delivery_start: bid.deliveryStart,
  delivery_end: bid.deliveryEnd,
  futures_month: bid.futuresMonth,
  futures_eighths: bid.futuresEighths,
  change_eighths: bid.changeEighths,
  basis_hundredths: bid.basisHundredths,
  cash_price: bid.cashPrice,
  active: bid.active ? 1 : 0,
  notes: bid.notes,
  as_of: bid.asOf,
  ...(bid.locationId !== undefined && { location_id: bid.locationId }),
});

export const fromColumns = (row: BidColumns): StoredBid => ({
  id: row.id,
  location: row.location,
  commodity: row.commodity,
  delivery: row.delivery,
  deliveryStart: row.delivery_start,
  deliveryEnd: row.delivery_end,
  futuresMonth: row.futures_month,
  futuresEighths: row.futures_eighths,
  changeEighths: row.change_eighths,
  basisHundredths: row.basis_hundredths,
  cashPrice: row.cash_price,
  active: row.active === 1,
  notes: row.notes,
  asOf: row.as_of,
  ...(row.location_id && { locationId: row.location_id }),
});
