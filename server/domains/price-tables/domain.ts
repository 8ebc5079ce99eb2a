import { addPriceTableEditingRoutes, addPriceTableRoutes } from './price-table-routes.ts';
import { priceTableStores } from './price-table-store.ts';
import { createPriceTableService, priceTableSubject, readPriceTables } from './price-tables.ts';

export const priceTables = {
  tables: { price_table: 'table_type' },
  stores: priceTableStores,
  subjects: [priceTableSubject('')],
  read: readPriceTables,
  createService: createPriceTableService,
  addRoutes: addPriceTableRoutes,
  addEditingRoutes: addPriceTableEditingRoutes,
};
