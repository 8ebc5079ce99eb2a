import type { Commodity } from '#contract/cash-bids.ts';
import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';
import type { Bid } from '#shared/parse-bids.ts';

export type StoredBid = Bid & { id: string; asOf: string };
/** Bid in the spelling of its columns. */
export type BidColumns = Omit<Tables['cash_bid'], 'position'>;
export type CashBidStore = ReturnType<typeof createCashBidStore>;

/** Maximum rows per insert, which keeps it below the database's limit of parameters per statement. */
const ROWS_PER_INSERT = 500;

/** Creates the stores that the rules for cash bids need. */
export const cashBidStores = (db: DatabaseHandle) => ({
  cashBids: createCashBidStore(db),
  changeLog: createChangeLogStore(db),
});
export type CashBidStores = ReturnType<typeof cashBidStores>;

export function createCashBidStore(db: DatabaseHandle) {
  return {
    async list(): Promise<StoredBid[]> {
      const rows = await db
        .selectFrom('cash_bid')
        .select([
          'id',
          'location',
          'commodity',
          'delivery',
          'delivery_start as deliveryStart',
          'delivery_end as deliveryEnd',
          'futures_month as futuresMonth',
          'futures_eighths as futuresEighths',
          'change_eighths as changeEighths',
          'basis_hundredths as basisHundredths',
          'cash_price as cashPrice',
          'active',
          'notes',
          'as_of as asOf',
        ])
        .orderBy('position')
        .execute();
      return rows.map((row) => ({ ...row, active: row.active === 1 }));
    },

    async replace(bids: readonly StoredBid[]): Promise<void> {
      await db.deleteFrom('cash_bid').execute();
      const rows = bids.map((bid, position) => ({ ...toColumns(bid), position }));
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        await db
          .insertInto('cash_bid')
          .values(rows.slice(at, at + ROWS_PER_INSERT))
          .execute();
      }
    },

    async listCommodities(): Promise<Commodity[]> {
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
      return rows as Commodity[];
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
});
