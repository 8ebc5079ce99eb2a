import { randomUUID } from 'node:crypto';
import { BID_LIMITS, type Commodity, type SavedBidList } from '#contract/cash-bids.ts';
import { lastChangeOf, type Since } from '#server/records/change-log/assert-unchanged.ts';
import { undoSteps } from '#server/records/change-log/list-steps.ts';
import { ValidationError } from '#server/platform/errors.ts';
import type { Author, BaseVersion } from '#server/platform/change.ts';
import { mergeLists } from '#shared/merge-lists.ts';
import { bidKey, parseBids, type Bid } from '#shared/parse-bids.ts';
import type { CashBidStores, StoredBid } from './cash-bid-store.ts';
import {
  assertValid,
  CASH_BIDS_SUBJECT,
  checkNames,
  COMMODITIES_SUBJECT,
  findSince,
  hasSamePrice,
  linkBid,
  listCommodities,
  mergeCommodities,
  replaceBidList,
} from './cash-bids.ts';
import { presentBidList } from './present-cash-bids.ts';
import { withQuotesSince } from './quotes-since.ts';

export type BidListUpdate = {
  bids: readonly Readonly<Record<string, unknown>>[];
  /** Unchanged if undefined. */
  commodities?: readonly Commodity[] | undefined;
  baseVersion?: BaseVersion | undefined;
  /** Line of each bid in the client's CSV file, which messages name instead of its row. */
  lines?: readonly number[] | undefined;
};

/**
 * Saves all bids, or none, merged with the changes since `baseVersion`. `asOf` is the submitted time if that is new, the
 * previous time if the price is unchanged, or else `now`. Keeps quotes applied after `baseVersion`. Throws
 * ValidationError with all issues, and ConflictError if someone else has changed the same field of a bid or commodity.
 */
export async function saveBidList(
  stores: CashBidStores,
  author: Author,
  { bids, commodities, baseVersion, lines }: BidListUpdate,
  now: Date,
): Promise<SavedBidList> {
  const configured = await listCommodities(stores);
  const before = await stores.cashBids.list();
  const seen = { baseVersion, current: presentBidList(before, configured) };
  if (commodities) checkNames(commodities);
  const sentRules = commodities ?? configured;
  const ofRules = { subject: COMMODITIES_SUBJECT, ...seen };
  const sinceRules = await findSince(stores, [configured, sentRules], ofRules);
  const rules = mergeCommodities(sentRules, configured, sinceRules);
  const nameRow = lines && ((row: number) => `Line ${lines[row]}`);
  const isFromProgram = author.origin === 'token';
  const parsed = parseBids(bids, { commodities: rules, now: now.getTime(), nameRow, isFromProgram });
  assertValid(parsed.issues);

  const known = new Map(before.map((bid) => [bidKey(bid), bid]));
  const complete = author.locations ? withOthers(parsed.bids, before, author.locations) : parsed.bids;
  const sent = await withQuotesSince(stores, complete, { known, commodities: configured, baseVersion });
  const locations = await stores.cashBids.listLocations();
  const store = (bid: Bid) => {
    const old = known.get(bidKey(bid));
    return linkBid(toStored(bid, old, now.toISOString()), locations, old);
  };
  const replacement = sent.map(store);
  const since = await findSince(stores, [before, replacement], { subject: CASH_BIDS_SUBJECT, ...seen });
  const after = since ? mergeBids(before, sent, since).map(store) : replacement;
  if (since && !areValid(after, rules, now)) throw since.conflict();
  const changed = await replaceBidList(stores, author, { bids: after, commodities: rules });
  const version = await stores.changeLog.version();
  return {
    content: presentBidList(after, rules),
    version,
    changed,
    ...sinceRules?.included,
    ...since?.included,
  };
}

/**
 * Returns the bids that a program sends for some locations, in place of the first one there, among the bids of others.
 * Throws ValidationError if these are too many.
 */
function withOthers(sent: readonly Bid[], before: readonly StoredBid[], locations: readonly string[]): Bid[] {
  const keys = new Set(sent.map(bidKey));
  const isKept = (bid: StoredBid) =>
    !keys.has(bidKey(bid)) && !(bid.locationId !== null && locations.includes(bid.locationId));
  const first = before.findIndex((bid) => !isKept(bid));
  const ahead = before.slice(0, first === -1 ? before.length : first);
  const bids = [...ahead, ...sent, ...before.slice(ahead.length).filter(isKept)];
  if (bids.length <= BID_LIMITS.rows) return bids;
  const message = `With those of other locations, these are more than ${BID_LIMITS.rows} bids.`;
  throw new ValidationError('too-many', message, '/bids');
}

/** Merges bids, which the client sends without ids. */
function mergeBids(before: readonly StoredBid[], sent: readonly Bid[], since: Since): Bid[] {
  const base = undoSteps(before, since.steps);
  const [baseIds, currentIds] = [idsIn(base), idsIn(before)];
  const times = new Map(base.map((bid) => [bidKey(bid), bid.asOf]));
  const idOf = (bid: Bid) => baseIds.get(bidKey(bid)) ?? currentIds.get(bidKey(bid)) ?? bidKey(bid);
  // Clients send back the time that they read. The time of a merged price depends on the current one.
  const submitted = new Map(
    sent.map((bid) => [idOf(bid), bid.asOf === times.get(bidKey(bid)) ? null : bid.asOf]),
  );
  const { rows, conflicts } = mergeLists<Bid & { id: string }>({
    base: base.map((bid) => withoutTime(bid, bid.id)),
    mine: sent.map((bid) => withoutTime(bid, idOf(bid))),
    theirs: before.map((bid) => withoutTime(bid, bid.id)),
  });
  if (conflicts.length > 0) {
    const bids = new Map([...before, ...base].map((bid) => [bid.id, bid]));
    since.refuse(
      conflicts.map(({ id, field }) => {
        const bid = bids.get(id);
        const change = lastChangeOf(since.steps, { id, field });
        return bid && change && { item: bidKey(bid), ...(field && { field: rowFieldOf(field) }), ...change };
      }),
    );
  }
  return rows.map(({ id, ...bid }) => ({ ...bid, asOf: submitted.get(id) ?? null }));
}

function areValid(bids: readonly StoredBid[], commodities: readonly Commodity[], now: Date): boolean {
  if (bids.length > BID_LIMITS.rows) return false;
  return (
    parseBids(presentBidList(bids, commodities).bids, { commodities, now: now.getTime() }).issues.length === 0
  );
}

/** A bid that was in the list keeps its id and, if its price is unchanged, its `asOf`. */
function toStored(bid: Bid, old: StoredBid | undefined, now: string): StoredBid {
  const id = old?.id ?? randomUUID();
  // Clients send back the `asOf` they read. Use the current time if only the price has changed.
  if (bid.asOf !== null && bid.asOf !== old?.asOf) return { ...bid, id, locationId: null, asOf: bid.asOf };
  return { ...bid, id, locationId: null, asOf: old && hasSamePrice(old, bid) ? old.asOf : now };
}

/** Returns how requests and responses spell a field. */
const rowFieldOf = (field: string) => field.replace(/Eighths|Hundredths/, '');

const idsIn = (list: readonly StoredBid[]) => new Map(list.map((bid) => [bidKey(bid), bid.id]));

/** Returns what clients can change of a bid. */
const withoutTime = (
  { locationId: _location, ...bid }: Bid & { locationId?: string | null },
  id: string,
) => ({
  ...bid,
  id,
  asOf: null,
});
