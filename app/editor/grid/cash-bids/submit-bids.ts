import type { VersionId } from '#contract/content-version.ts';
import { adminApi, callAs, type CallResult } from '#app/editor/shell/admin-api.ts';
import { toSaved, type SaveResult } from '#app/editor/field/save-result.ts';
import { keptGrid, type GridDraft } from '#app/editor/grid/grid.ts';
import { firstIssue, gridOfBids, toBids, type BidDraft } from './bid-grid.ts';
import { firstCommodityIssue, gridOfCommodities, toCommodities } from './commodity-grid.ts';

export const loadBids = (): Promise<CallResult<BidDraft>> => callAs(adminApi.bidList(), gridOfBids);

/** Submits the rows of the cash bids, without the commodities. */
export async function submitBids(draft: BidDraft, baseVersion: VersionId): Promise<SaveResult<BidDraft>> {
  const result = await adminApi.saveBidList({ bids: toBids(draft) }, baseVersion);
  if (result.outcome === 'rejected') {
    // The commodities may have changed since, so validate against the server's current ones.
    const bidList = await adminApi.bidList();
    const reason = bidList.outcome === 'done' ? firstIssue(draft, bidList.body.commodities) : undefined;
    return { ...result, reason: reason ?? result.reason };
  }
  return toSaved(result, gridOfBids);
}

export async function submitCommodities(
  draft: GridDraft,
  baseVersion: VersionId,
): Promise<SaveResult<GridDraft>> {
  const grid = keptGrid(draft);
  const result = await adminApi.saveCommodities({ commodities: toCommodities(grid) }, baseVersion);
  if (result.outcome === 'rejected') return { ...result, reason: firstCommodityIssue(grid) ?? result.reason };
  return toSaved(result, gridOfCommodities);
}
