import { BID_LIMITS, type Commodity } from '#contract/cash-bids.ts';
import type { Author } from '#server/platform/change.ts';
import { undoSteps, type Step } from '#server/records/change-log/list-steps.ts';
import { ValidationError } from '#server/platform/errors.ts';
import type { Based } from '#server/records/saved.ts';
import { mergeLists } from '#shared/merge-lists.ts';
import { parseBids } from '#shared/parse-bids.ts';
import type { CashBidStores, StoredBid } from './cash-bid-store.ts';
import { readBidStep } from './bid-log.ts';
import {
  assertValid,
  CASH_BIDS_SUBJECT,
  COMMODITIES_SUBJECT,
  checkNames,
  findSince,
  hasSamePrice,
  listCommodities,
  replaceBidList,
  withCommodities,
} from './cash-bids.ts';
import { presentBidList } from './present-cash-bids.ts';

/**
 * Undoes logged steps of the bids, newest first, and saves them with `commodities`, if given. A price that changes
 * becomes one of `now`, because it is posted again. Throws like `saveBidList`.
 */
export async function undoCashBids(
  stores: CashBidStores,
  author: Author,
  {
    steps,
    commodities,
    baseVersion,
  }: { steps: readonly Step[]; commodities?: readonly Commodity[] | undefined } & Based,
  now: Date,
): Promise<boolean> {
  const configured = await listCommodities(stores);
  const rules = commodities ?? configured;
  checkNames(rules);
  const before = await stores.cashBids.list();
  const known = new Map(before.map((bid) => [bid.id, bid]));
  const rows = undoSteps(before, steps.map(readBidStep));
  if (rows.length > BID_LIMITS.rows) {
    throw new ValidationError('too-many', `Keep at most ${BID_LIMITS.rows} bids. Remove one first.`);
  }
  const after = withCommodities(rows, rules).map((bid): StoredBid => {
    const old = known.get(bid.id);
    if (!old) return bid;
    return { ...bid, asOf: hasSamePrice(old, bid) ? old.asOf : now.toISOString() };
  });
  const { issues } = parseBids(presentBidList(after, rules).bids, { commodities: rules, now: now.getTime() });
  assertValid(issues);
  const seen = { baseVersion, current: presentBidList(before, configured) };
  const sinceRules = await findSince(stores, [configured, rules], { subject: COMMODITIES_SUBJECT, ...seen });
  sinceRules?.refuse();
  const since = await findSince(stores, [before, after], { subject: CASH_BIDS_SUBJECT, ...seen });
  if (since) {
    const base = undoSteps(before, since.steps);
    const versions = { base: withoutTimes(before), mine: withoutTimes(base), theirs: withoutTimes(after) };
    if (mergeLists(versions).conflicts.length > 0) since.refuse();
  }
  return replaceBidList(stores, author, { bids: after, commodities: rules });
}

const withoutTimes = (bids: readonly StoredBid[]) => bids.map((bid) => ({ ...bid, asOf: '' }));
