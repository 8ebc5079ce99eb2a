import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { FIRST_COMMODITIES, type BidList, type Commodity, type CommodityList } from '#contract/cash-bids.ts';
import { counted } from '#contract/text.ts';
import { bidKey, parseBids, type Bid } from '#shared/parse-bids.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { assertUnchangedSince } from '#server/platform/change-log/assert-unchanged.ts';
import { ValidationError, type Issue } from '#server/platform/errors.ts';
import { toColumns, type CashBidStores, type StoredBid } from './cash-bid-store.ts';
import { presentBidList } from './present-cash-bids.ts';
import { haveSameFutures, withQuotesSince } from './quotes-since.ts';

export const CASH_BIDS_SUBJECT = 'cash-bids';
export const COMMODITIES_SUBJECT = 'cash-commodities';

/** Replaces the bids in the caller's transaction, and logs a change if they differ. */
export async function saveCashBids(
  stores: CashBidStores,
  author: Author,
  bids: readonly StoredBid[],
): Promise<number | undefined> {
  const before = await stores.cashBids.list();
  if (isDeepStrictEqual(before, bids)) return undefined;
  await stores.cashBids.replace(bids);
  return stores.changeLog.append({
    author,
    subject: CASH_BIDS_SUBJECT,
    before: before.map(toColumns),
    after: bids.map(toColumns),
  });
}

/** Replaces the commodities in the caller's transaction, and logs a change if they differ. */
export async function replaceCommodities(
  stores: CashBidStores,
  author: Author,
  commodities: readonly Commodity[],
): Promise<number | undefined> {
  const before = await listCommodities(stores);
  if (isDeepStrictEqual(before, commodities)) return undefined;
  await stores.cashBids.replaceCommodities(commodities);
  return stores.changeLog.append({
    author,
    subject: COMMODITIES_SUBJECT,
    before,
    after: commodities,
  });
}

/** Returns the configured commodities, or the defaults. */
export async function listCommodities({ cashBids }: Pick<CashBidStores, 'cashBids'>): Promise<Commodity[]> {
  const configured = await cashBids.listCommodities();
  return configured.length > 0 ? configured : [...FIRST_COMMODITIES];
}

/** Returns the error of invalid bids, of which nothing was saved. */
export function invalidBids(issues: readonly Issue[]): ValidationError {
  const fields = `${counted(issues.length, 'bid field')} ${issues.length === 1 ? 'needs' : 'need'} fixing`;
  return new ValidationError('wrong-board', `${fields}. Nothing was saved.`, issues);
}

export type BidListUpdate = {
  bids: readonly Readonly<Record<string, unknown>>[];
  /** Unchanged if undefined. */
  commodities?: readonly Commodity[] | undefined;
  baseVersion?: number | undefined;
};

/**
 * Replaces all bids, or none. `asOf` is the submitted time if that is new, the previous time if the price is unchanged,
 * or else `now`. Keeps quotes applied after `baseVersion`. Throws ValidationError with all issues, and ConflictError
 * if the bids or commodities have changed since `baseVersion`.
 */
export async function saveBidList(
  stores: CashBidStores,
  author: Author,
  { bids, commodities, baseVersion }: BidListUpdate,
  now: Date,
): Promise<{ content: BidList; version: number; changed: boolean }> {
  const configured = await listCommodities(stores);
  const rules = commodities ?? configured;
  checkNames(rules);
  const parsed = parseBids(bids, { commodities: rules, now: now.getTime() });
  if (parsed.issues.length > 0) {
    throw invalidBids(
      parsed.issues.map(({ row, field, message }) => ({ path: `/bids/${row}/${field}`, message })),
    );
  }

  const before = await stores.cashBids.list();
  const known = new Map(before.map((bid) => [bidKey(bid), bid]));
  const current = await withQuotesSince(stores, parsed.bids, { known, commodities: configured, baseVersion });
  const after = current.map((bid) => toStored(bid, known.get(bidKey(bid)), now.toISOString()));
  const changes = { bids: !isDeepStrictEqual(before, after), rules: !isDeepStrictEqual(configured, rules) };
  const stored = presentBidList(before, configured);
  for (const [subject, isChanged] of [
    [COMMODITIES_SUBJECT, changes.rules],
    [CASH_BIDS_SUBJECT, changes.bids],
  ] as const) {
    if (isChanged) await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current: stored });
  }
  await replaceCommodities(stores, author, rules);
  await saveCashBids(stores, author, after);
  return {
    content: presentBidList(after, rules),
    version: await stores.changeLog.version(),
    changed: changes.bids || changes.rules,
  };
}

export type CommoditiesUpdate = {
  commodities: readonly Commodity[];
  baseVersion?: number | undefined;
};

/**
 * Replaces all commodities. Throws ValidationError if they are invalid or a bid uses a missing one, and ConflictError
 * if they have changed since `baseVersion`.
 */
export async function saveCommodities(
  stores: CashBidStores,
  author: Author,
  { commodities, baseVersion }: CommoditiesUpdate,
): Promise<{ content: CommodityList; version: number; changed: boolean }> {
  const configured = await listCommodities(stores);
  const bids = withCommodities(await stores.cashBids.list(), commodities);
  if (commodities.length === 0) {
    throw new ValidationError('invalid', 'Keep at least 1 commodity.', '/commodities');
  }
  checkNames(commodities);
  const changed = !isDeepStrictEqual(configured, commodities);
  if (changed) {
    const current: CommodityList = { commodities: configured };
    await assertUnchangedSince(stores.changeLog, { subject: COMMODITIES_SUBJECT, baseVersion, current });
  }
  await replaceCommodities(stores, author, commodities);
  await saveCashBids(stores, author, bids);
  return {
    content: { commodities: [...commodities] },
    version: await stores.changeLog.version(),
    changed,
  };
}

/**
 * Spells the commodity of each bid as in `commodities`, because prices depend on its exact name. Throws
 * ValidationError if the commodity of a bid is missing.
 */
function withCommodities(bids: readonly StoredBid[], commodities: readonly Commodity[]): StoredBid[] {
  const names = new Map(commodities.map(({ name }) => [name.toLowerCase(), name]));
  return bids.map((bid) => {
    const commodity = names.get(bid.commodity.toLowerCase());
    if (commodity !== undefined) return { ...bid, commodity };
    const detail = `${bid.commodity} still has bids. Remove those rows and save the bids first, then remove ${bid.commodity}.`;
    throw new ValidationError('invalid', detail, '/commodities');
  });
}

/** Throws ValidationError if two commodities have the same name, ignoring case. */
function checkNames(commodities: readonly Commodity[]): void {
  const names = commodities.map(({ name }) => name.toLowerCase());
  const duplicate = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (duplicate === -1) return;
  const detail = `${commodities[duplicate]?.name} is already in the list. Give each commodity its own name.`;
  throw new ValidationError('invalid', detail, `/commodities/${duplicate}/name`);
}

/** A bid that was in the list keeps its id and, if its price is unchanged, its `asOf`. */
function toStored(bid: Bid, old: StoredBid | undefined, now: string): StoredBid {
  const id = old?.id ?? randomUUID();
  // Clients send back the `asOf` they read. Use the current time if only the price has changed.
  if (bid.asOf !== null && bid.asOf !== old?.asOf) return { ...bid, id, asOf: bid.asOf };
  return { ...bid, id, asOf: old && hasSamePrice(old, bid) ? old.asOf : now };
}

const hasSamePrice = (a: Bid, b: Bid) =>
  a.futuresMonth === b.futuresMonth &&
  haveSameFutures(a, b) &&
  a.basisHundredths === b.basisHundredths &&
  a.cashPrice === b.cashPrice;
