import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';

export type CashBidRow = Omit<Tables['cash_bid'], 'position'>;
export type CommodityRow = Omit<Tables['cash_commodity'], 'position'>;
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
    async list(): Promise<CashBidRow[]> {
      return db
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
        ])
        .orderBy('position')
        .execute();
    },

    async replace(bids: readonly CashBidRow[]): Promise<void> {
      await db.deleteFrom('cash_bid').execute();
      const rows = bids.map((bid, position) => ({ ...bid, position }));
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        await db
          .insertInto('cash_bid')
          .values(rows.slice(at, at + ROWS_PER_INSERT))
          .execute();
      }
    },

    async listCommodities(): Promise<CommodityRow[]> {
      return db
        .selectFrom('cash_commodity')
        .select(['name', 'pounds_per_bushel', 'rounding', 'decimals', 'futures_root'])
        .orderBy('position')
        .execute();
    },

    async replaceCommodities(commodities: readonly CommodityRow[]): Promise<void> {
      await db.deleteFrom('cash_commodity').execute();
      if (commodities.length === 0) return;
      await db
        .insertInto('cash_commodity')
        .values(commodities.map((commodity, position) => ({ ...commodity, position })))
        .execute();
    },
  };
}
