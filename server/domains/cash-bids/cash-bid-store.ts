import { isDeepStrictEqual } from 'node:util';
import type { Commodity } from '#contract/cash-bids.ts';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { ReadRow } from '#server/records/content/part-reader.ts';
import { createRowStore } from '#server/records/row-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ROUNDINGS } from '#shared/bid-prices.ts';
import type { Bid } from '#shared/parse-bids.ts';

export type StoredBid = Bid & {
  id: string;
  asOf: string;
  /** Id of the location that the bid names, or null if it names none. */
  locationId: string | null;
};

export const BID_COLUMNS = {
  id: 'text',
  location: 'text',
  commodity: 'text',
  delivery: 'text',
  deliveryStart: 'text',
  deliveryEnd: 'text',
  futuresMonth: 'text',
  futuresEighths: 'number?',
  changeEighths: 'number?',
  basisHundredths: 'number?',
  cashPrice: 'number?',
  active: [0, 1],
  notes: 'text',
  asOf: 'text',
  locationId: 'text?',
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

/** State and ZIP code after a town without a comma. */
const STATE = /\s+[A-Z]{2}\.?(\s+\d{5}(-\d{4})?)?\s*$/;

function createCashBidStore(db: DatabaseHandle) {
  const bidRows = createRowStore<Omit<StoredBid, 'active'> & { active: number }>(db, {
    table: 'cash_bid',
    columns: BID_COLUMNS,
  });
  const commodityRows = createRowStore<Commodity>(db, {
    table: 'cash_commodity',
    key: 'name',
    columns: COMMODITY_COLUMNS,
  });

  return {
    list: async (read?: ReadRow): Promise<StoredBid[]> =>
      (await bidRows.list(read)).map((row) => ({ ...row, active: row.active === 1 })),

    /** Replaces all bids. Writes only the rows that differ from `before`, because most saves change one price. */
    async replace(bids: readonly StoredBid[], before: readonly StoredBid[] = []): Promise<void> {
      const stored = await db.selectFrom('cash_bid').select(['id', 'position']).execute();
      const positions = new Map(stored.map(({ id, position }) => [id, position]));
      const old = new Map(before.map((bid) => [bid.id, bid]));
      const rows = bids.map((bid, position) => ({ ...bid, active: bid.active ? 1 : 0, position }));
      const isKept = ({ id, position }: (typeof rows)[number]) =>
        positions.get(id) === position && isDeepStrictEqual(bids[position], old.get(id));
      const kept = new Set(rows.filter(isKept).map(({ id }) => id));
      await bidRows.remove([...positions.keys()].filter((id) => !kept.has(id)));
      await bidRows.insert(rows.filter((row) => !isKept(row)));
    },

    /** Lists the ids and names of the locations that bids can be linked to. The main one has the towns of its address. */
    async listLocations(): Promise<{ id: string; name: string }[]> {
      const locations = await db.selectFrom('location').select(['id', 'name']).execute();
      const address = await db
        .selectFrom('site_text')
        .select('content')
        .where('config_id', '=', SITE_TEXT_ID.ContactUsAddress)
        .executeTakeFirst();
      const towns = (address?.content ?? '').split(/[,\n]/).map((part) => part.replace(STATE, '').trim());
      return [...locations, ...['', ...towns].map((name) => ({ id: MAIN_LOCATION_ID, name }))];
    },

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

    listCommodities: commodityRows.list,

    async replaceCommodities(commodities: readonly Commodity[]): Promise<void> {
      await commodityRows.remove();
      await commodityRows.insert(commodities.map((commodity, position) => ({ ...commodity, position })));
    },
  };
}
