import type { DatabaseHandle, Tables } from '#server/database/database.ts';

export type CashBidRow = Omit<Tables['cash_bid'], 'position'>;
export type CashBidStore = ReturnType<typeof createCashBidStore>;

/** The board of bids, in the cooperative's order. */
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
          'futures_month',
          'basis_cents',
          'cash_price',
          'change_eighths',
          'as_of',
        ])
        .orderBy('position')
        .execute();
    },

    /** Replaces the whole board. */
    async replace(bids: readonly CashBidRow[]): Promise<void> {
      await db.deleteFrom('cash_bid').execute();
      if (bids.length === 0) return;
      await db
        .insertInto('cash_bid')
        .values(bids.map((bid, position) => ({ ...bid, position })))
        .execute();
    },
  };
}
