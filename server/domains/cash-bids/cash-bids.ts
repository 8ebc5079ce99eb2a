import { isDeepStrictEqual } from 'node:util';
import { BID_LIMITS, FIRST_COMMODITIES, type Commodity, type SavedCommodities } from '#contract/cash-bids.ts';
import { counted } from '#contract/text.ts';
import { locationKey } from '#shared/location-key.ts';
import { mergeLists } from '#shared/merge-lists.ts';
import { mapVersions } from '#shared/merge-moves.ts';
import type { Bid, BidIssue } from '#shared/parse-bids.ts';
import type { Author } from '#server/platform/change.ts';
import type { Based } from '#server/records/saved.ts';
import { stepsBetween } from '#server/records/change-log/list-steps.ts';
import { findStepsSince, type Since } from '#server/records/change-log/assert-unchanged.ts';
import type { ReadRow } from '#server/records/content/part-reader.ts';
import { ValidationError, type Issue } from '#server/platform/errors.ts';
import { readBidStep, toLogged } from './bid-log.ts';
import type { CashBidStores, StoredBid } from './cash-bid-store.ts';
import { haveSameFutures } from './quotes-since.ts';

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
  await stores.cashBids.replace(bids, before);
  // The history of bids without locations does not show them.
  const isLinked = [...before, ...bids].some(({ locationId }) => locationId !== null);
  const log = ({ locationId, ...bid }: StoredBid) =>
    toLogged(isLinked ? { ...bid, locationId } : bid) as { id: string };
  const steps = stepsBetween(before.map(log), bids.map(log));
  return stores.changeLog.appendAll({ author, subject: CASH_BIDS_SUBJECT }, steps);
}

/** Returns the changes of a subject since its base version, like `findStepsSince`, if a save changes it. */
export async function findSince(
  { changeLog }: CashBidStores,
  [before, after]: readonly [before: unknown, after: unknown],
  value: Parameters<typeof findStepsSince>[1],
): Promise<Since | undefined> {
  const since = isDeepStrictEqual(before, after) ? undefined : await findStepsSince(changeLog, value);
  if (!since || value.subject !== CASH_BIDS_SUBJECT) return since;
  return { ...since, steps: since.steps.map(readBidStep) };
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
export async function listCommodities(
  { cashBids }: Pick<CashBidStores, 'cashBids'>,
  read?: ReadRow,
): Promise<Commodity[]> {
  const configured = await cashBids.listCommodities(read);
  return configured.length > 0 ? configured : [...FIRST_COMMODITIES];
}

/** Throws the errors of bids, if there are any, by their paths in a save. */
export function assertValid(issues: readonly BidIssue[]): void {
  if (issues.length === 0) return;
  throw invalidBids(issues.map(({ row, field, message }) => ({ path: `/bids/${row}/${field}`, message })));
}

/** Returns the error of invalid bids, of which nothing was saved. */
export function invalidBids(issues: readonly Issue[]): ValidationError {
  const fields = `${counted(issues.length, 'bid field')} ${issues.length === 1 ? 'needs' : 'need'} fixing`;
  return new ValidationError('wrong-board', `${fields}. Nothing was saved.`, issues);
}

/** Merges commodities by name. Throws ConflictError if someone else has changed the same one. */
export function mergeCommodities(
  sent: readonly Commodity[],
  configured: readonly Commodity[],
  since: Since | undefined,
): Commodity[] {
  if (!since) return [...sent];
  const base = (since.steps.at(-1)?.before ?? configured) as readonly Commodity[];
  const versions = mapVersions({ base, mine: sent, theirs: configured }, identified);
  const { rows, conflicts } = mergeLists(versions);
  if (conflicts.length > 0) since.refuse();
  if (rows.length === 0 || rows.length > BID_LIMITS.commodities) throw since.conflict();
  return rows.map(({ id: _id, ...commodity }) => commodity);
}

/** Replaces the bids and commodities. Returns whether they differ. */
export async function replaceBidList(
  stores: CashBidStores,
  author: Author,
  { bids, commodities }: { bids: readonly StoredBid[]; commodities: readonly Commodity[] },
): Promise<boolean> {
  const rules = await replaceCommodities(stores, author, commodities);
  const list = await saveCashBids(stores, author, bids);
  return (rules ?? list) !== undefined;
}

export type CommoditiesUpdate = { commodities: readonly Commodity[] } & Based;

/**
 * Saves all commodities, merged with the changes since `baseVersion`. Throws ValidationError if they are invalid or a bid
 * uses a missing one, and ConflictError if someone else has changed the same one.
 */
export async function saveCommodities(
  stores: CashBidStores,
  author: Author,
  { commodities, baseVersion }: CommoditiesUpdate,
): Promise<SavedCommodities> {
  const configured = await listCommodities(stores);
  const current = { commodities: configured };
  const value = { subject: COMMODITIES_SUBJECT, baseVersion, current };
  const since = await findSince(stores, [configured, commodities], value);
  const merged = mergeCommodities(commodities, configured, since);
  const bids = withCommodities(await stores.cashBids.list(), merged);
  if (merged.length === 0) {
    throw new ValidationError('invalid', 'Keep at least 1 commodity.', '/commodities');
  }
  checkNames(merged);
  const changed = await replaceBidList(stores, author, { bids, commodities: merged });
  return {
    content: { commodities: merged },
    version: await stores.changeLog.version(),
    changed,
    ...since?.included,
  };
}

/**
 * Spells the commodity of each bid as in `commodities`, because prices depend on its exact name. Throws
 * ValidationError if the commodity of a bid is missing.
 */
export function withCommodities(bids: readonly StoredBid[], commodities: readonly Commodity[]): StoredBid[] {
  const names = new Map(commodities.map(({ name }) => [name.toLowerCase(), name]));
  return bids.map((bid) => {
    const commodity = names.get(bid.commodity.toLowerCase());
    if (commodity !== undefined) return { ...bid, commodity };
    const detail = `${bid.commodity} still has bids. Remove those rows and save the bids first, then remove ${bid.commodity}.`;
    throw new ValidationError('invalid', detail, '/commodities');
  });
}

/** Throws ValidationError if two commodities have the same name, ignoring case. */
export function checkNames(commodities: readonly Commodity[]): void {
  const names = commodities.map(({ name }) => name.toLowerCase());
  const duplicate = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (duplicate === -1) return;
  const detail = `${commodities[duplicate]?.name} is already in the list. Give each commodity its own name.`;
  throw new ValidationError('invalid', detail, `/commodities/${duplicate}/name`);
}

type LocationName = { id: string; name: string };

/** Links a bid to the location that it names. A bid that was linked under this text stays, after a rename for example. */
export function linkBid(bid: StoredBid, locations: readonly LocationName[], old?: StoredBid): StoredBid {
  const isKept = old?.location === bid.location && locations.some(({ id }) => id === old.locationId);
  const key = locationKey(bid.location);
  const named = locations.find(({ name }) => locationKey(name) === key)?.id ?? null;
  return { ...bid, locationId: isKept ? old.locationId : named };
}

/**
 * Links bids to the locations that they have come to name, such as by a new address, before a change by `author`, who
 * may have no right to change these bids. Returns all bids.
 */
export async function relinkBids(
  stores: CashBidStores,
  { check: _check, onAppend: _onAppend, ...author }: Author,
  locations?: readonly LocationName[],
): Promise<StoredBid[]> {
  const named = locations ?? (await stores.cashBids.listLocations());
  const bids = (await stores.cashBids.list()).map((bid) => linkBid(bid, named, bid));
  await saveCashBids(stores, author, bids);
  return bids;
}

export const hasSamePrice = (a: Bid, b: Bid) =>
  a.futuresMonth === b.futuresMonth &&
  haveSameFutures(a, b) &&
  a.basisHundredths === b.basisHundredths &&
  a.cashPrice === b.cashPrice;

const identified = (list: readonly Commodity[]) =>
  list.map((commodity) => ({ ...commodity, id: commodity.name.toLowerCase() }));
