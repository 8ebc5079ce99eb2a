import { addCashBidEditingRoutes, addCashBidRoutes } from './cash-bid-routes.ts';
import { cashBidStores } from './cash-bid-store.ts';
import { createCashBidService, readCashBids } from './cash-bid-service.ts';
import { cashBidHistory } from './cash-bid-history.ts';

export const cashBids = {
  tables: { cash_commodity: 'name', cash_bid: 'id' },
  stores: cashBidStores,
  read: readCashBids,
  createService: createCashBidService,
  addRoutes: addCashBidRoutes,
  addEditingRoutes: addCashBidEditingRoutes,
  history: cashBidHistory,
};
