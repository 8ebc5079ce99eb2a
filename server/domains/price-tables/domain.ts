import { addPriceTableEditingRoutes, addPriceTableRoutes } from './price-table-routes.ts';
import { priceTableStores } from './price-table-store.ts';
import { createPriceTableService, readPriceTables } from './price-tables.ts';
import { priceTableHistory } from './price-table-history.ts';

export const priceTables = {
  tables: { price_table: 'table_type' },
  stores: priceTableStores,
  read: readPriceTables,
  createService: createPriceTableService,
  addRoutes: addPriceTableRoutes,
  addEditingRoutes: addPriceTableEditingRoutes,
  history: [priceTableHistory],
};
