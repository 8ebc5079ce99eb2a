import type { BidListUpdate, CommodityList } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { adminApi, callAs, put, type CallResult } from '#app/editor/shell/admin-api.ts';
import { savedBy } from '#app/editor/field/save-result.ts';
import { keptGrid, type GridDraft } from '#app/editor/grid/grid.ts';
import { firstIssue, gridOfBids, toBids, type BidDraft } from './bid-grid.ts';
import { firstCommodityIssue, gridOfCommodities, toCommodities } from './commodity-grid.ts';

export const loadBids = (): Promise<CallResult<BidDraft>> => callAs(adminApi.bidList(), gridOfBids);

/** The rows of the cash bids, without the commodities. */
export const SAVED_BIDS = savedBy(
  (draft: BidDraft) => put<BidListUpdate>(API.cashBids, { bids: toBids(draft) }),
  gridOfBids,
  async (draft) => {
    // The commodities may have changed since, so validate against the server's current ones.
    const bidList = await adminApi.bidList();
    return bidList.outcome === 'done' ? firstIssue(draft, bidList.body.commodities) : undefined;
  },
);

export const SAVED_COMMODITIES = savedBy(
  (draft: GridDraft) => put<CommodityList>(API.commodities, { commodities: toCommodities(keptGrid(draft)) }),
  gridOfCommodities,
  (draft) => firstCommodityIssue(keptGrid(draft)),
);
