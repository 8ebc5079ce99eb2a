import { addCashBidEditingRoutes, addCashBidRoutes } from './cash-bid-routes.ts';
import { cashBidStores } from './cash-bid-store.ts';
import { createCashBidService, readCashBids } from './cash-bid-service.ts';
import { CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT } from './cash-bids.ts';
import { FUTURES_SUBJECT } from './quotes-since.ts';

export const cashBids = {
  tables: { cash_commodity: 'name', cash_bid: 'id' },
  stores: cashBidStores,
  subjects: [CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT, FUTURES_SUBJECT],
  read: readCashBids,
  createService: createCashBidService,
  addRoutes: addCashBidRoutes,
  addEditingRoutes: addCashBidEditingRoutes,
};
