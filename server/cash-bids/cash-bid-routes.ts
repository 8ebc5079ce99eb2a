import { CashBids } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import type { Api } from '#server/api.ts';

/** The board of bids as data. */
export function addCashBidRoutes({ app, services, sendKept, describe }: Api): void {
  app.get(
    API.cashBids,
    { schema: describe('The cash bids, in the order of the board', { answer: CashBids }) },
    (request, reply) =>
      sendKept(request, reply, { address: API.cashBids, read: () => services.cashBids.list() }),
  );
}
