import { cashBidStores } from '#server/domains/cash-bids/cash-bid-store.ts';
import { employeeStores } from '#server/domains/employees/employee-store.ts';
import { imageStores } from '#server/domains/images/image-store.ts';
import { pioneerStores } from '#server/domains/pioneer/pioneer-store.ts';
import { priceTableStores } from '#server/domains/price-tables/price-table-store.ts';
import { siteTextStores } from '#server/domains/site-text/site-text-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';

/** Creates the stores of all content. */
export const contentStores = (db: DatabaseHandle) => ({
  ...siteTextStores(db),
  ...cashBidStores(db),
  ...employeeStores(db),
  ...priceTableStores(db),
  ...pioneerStores(db),
  ...imageStores(db),
});
export type ContentStores = ReturnType<typeof contentStores>;
