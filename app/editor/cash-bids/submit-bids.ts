import type { VersionId } from '#contract/content-version.ts';
import { adminApi, type CallResult } from '#app/editor/frame/admin-api.ts';
import { toSavedText, UNREADABLE_DRAFT, type SavedText } from '#app/editor/field/save-result.ts';
import { mergeGrids } from '#app/editor/grid/merge-grids.ts';
import { bidListText, firstIssue, mergeBidLists, parseBidDraft, toBids } from './bid-grid.ts';
import { commodityText, firstCommodityIssue, parseCommodities, toCommodities } from './commodity-grid.ts';

export async function loadBids(): Promise<CallResult<string>> {
  const result = await adminApi.bidList();
  return result.outcome === 'done' ? { ...result, body: bidListText(result.body) } : result;
}

/** Submits the rows of the cash bids, without the commodities. */
export async function submitBids(text: string, baseVersion: VersionId): Promise<CallResult<SavedText>> {
  const draft = parseBidDraft(text);
  if (!draft) return UNREADABLE_DRAFT;
  const result = await adminApi.saveBidList({ bids: toBids(draft) }, baseVersion);
  if (result.outcome === 'rejected') {
    // The commodities may have changed since, so validate against the server's current ones.
    const bidList = await adminApi.bidList();
    const reason = bidList.outcome === 'done' ? firstIssue(draft, bidList.body.commodities) : undefined;
    return { ...result, reason: reason ?? result.reason };
  }
  return toSavedText(result, bidListText, {
    sent: text,
    merge: (texts) => mergeBidLists(texts)?.merged,
  });
}

export async function submitCommodities(
  text: string,
  baseVersion: VersionId,
): Promise<CallResult<SavedText>> {
  const grid = parseCommodities(text);
  if (!grid) return UNREADABLE_DRAFT;
  const result = await adminApi.saveCommodities({ commodities: toCommodities(grid) }, baseVersion);
  if (result.outcome === 'rejected') return { ...result, reason: firstCommodityIssue(grid) ?? result.reason };
  return toSavedText(result, commodityText, { sent: text, merge: (texts) => mergeGrids(texts)?.merged });
}
