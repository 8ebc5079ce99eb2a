import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { FIRST_COMMODITIES, type BidList, type Commodity } from '#contract/cash-bids.ts';
import { counted } from '#contract/text.ts';
import { bidKey, parseBids, type Bid } from '#shared/parse-bids.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { assertUnchangedSince } from '#server/platform/change-log/assert-unchanged.ts';
import { ValidationError, type Issue } from '#server/platform/errors.ts';
import type { CashBidRow, CashBidStores, CommodityRow } from './cash-bid-store.ts';
import { presentBidList, toCommodity } from './present-cash-bids.ts';
import { withQuotesSince } from './quotes-since.ts';

export const CASH_BIDS_SUBJECT = 'cash-bids';
export const COMMODITIES_SUBJECT = 'cash-commodities';

/** Replaces the bids in the caller's transaction, and logs a change if they differ. */
export async function saveCashBids(
  stores: CashBidStores,
  author: Author,
  bids: readonly CashBidRow[],
): Promise<number | undefined> {
  const before = await stores.cashBids.list();
  if (isDeepStrictEqual(before, bids)) return undefined;
  await stores.cashBids.replace(bids);
  return stores.changeLog.append({ author, subject: CASH_BIDS_SUBJECT, before, after: bids });
}

export async function saveCommodities(
  stores: CashBidStores,
  author: Author,
  commodities: readonly Commodity[],
): Promise<number | undefined> {
  const before = await listCommodities(stores);
  if (isDeepStrictEqual(before, commodities)) return undefined;
  await stores.cashBids.replaceCommodities(commodities.map(toRow));
  return stores.changeLog.append({
    author,
    subject: COMMODITIES_SUBJECT,
    before,
    after: commodities,
  });
}

/** Returns the configured commodities, or the defaults. */
export async function listCommodities({ cashBids }: Pick<CashBidStores, 'cashBids'>): Promise<Commodity[]> {
  const rows = await cashBids.listCommodities();
  return rows.length > 0 ? rows.map(toCommodity) : [...FIRST_COMMODITIES];
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
  const known = new Map(before.map((row) => [keyOfRow(row), row]));
  const current = await withQuotesSince(stores, parsed.bids, { known, commodities: configured, baseVersion });
  const after = toRows(current, known, now.toISOString());
  const changes = { bids: !isDeepStrictEqual(before, after), rules: !isDeepStrictEqual(configured, rules) };
  const stored = presentBidList(before, configured);
  for (const [subject, isChanged] of [
    [COMMODITIES_SUBJECT, changes.rules],
    [CASH_BIDS_SUBJECT, changes.bids],
  ] as const) {
    if (isChanged) await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current: stored });
  }
  await saveCommodities(stores, author, rules);
  await saveCashBids(stores, author, after);
  return {
    content: presentBidList(after, rules),
    version: await stores.changeLog.version(),
    changed: changes.bids || changes.rules,
  };
}

/** Throws ValidationError if two commodities have the same name, ignoring case. */
function checkNames(commodities: readonly Commodity[]): void {
  const names = commodities.map(({ name }) => name.toLowerCase());
  const duplicate = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (duplicate === -1) return;
  const detail = `${commodities[duplicate]?.name} is already in the list. Give each commodity its own name.`;
  throw new ValidationError('invalid', detail, `/commodities/${duplicate}/name`);
}

/** Converts bids to rows. A bid that was in the list keeps its id and, if its price is unchanged, its `as_of`. */
function toRows(bids: readonly Bid[], known: ReadonlyMap<string, CashBidRow>, now: string): CashBidRow[] {
  return bids.map((bid) => {
    const old = known.get(bidKey(bid));
    const row: CashBidRow = {
      id: old?.id ?? randomUUID(),
      location: bid.location,
      commodity: bid.commodity,
      delivery: bid.delivery,
      delivery_start: bid.deliveryStart,
      delivery_end: bid.deliveryEnd,
      futures_month: bid.futuresMonth,
      futures_eighths: bid.futuresEighths,
      change_eighths: bid.changeEighths,
      basis_hundredths: bid.basisHundredths,
      cash_price: bid.cashPrice,
      active: bid.active ? 1 : 0,
      notes: bid.notes,
      as_of: bid.asOf ?? now,
    };
    if (!old) return row;
    // Clients send back the `asOf` they read. Use the current time if only the price has changed.
    const hasNewTime = bid.asOf !== null && bid.asOf !== old.as_of;
    if (!hasNewTime) row.as_of = hasSamePrice(old, row) ? old.as_of : now;
    return row;
  });
}

const hasSamePrice = (a: CashBidRow, b: CashBidRow) =>
  a.futures_month === b.futures_month &&
  a.futures_eighths === b.futures_eighths &&
  a.change_eighths === b.change_eighths &&
  a.basis_hundredths === b.basis_hundredths &&
  a.cash_price === b.cash_price;

const keyOfRow = (row: CashBidRow) =>
  bidKey({
    location: row.location,
    commodity: row.commodity,
    delivery: row.delivery,
    deliveryStart: row.delivery_start,
    deliveryEnd: row.delivery_end,
  });

const toRow = (commodity: Commodity): CommodityRow => ({
  name: commodity.name,
  pounds_per_bushel: commodity.poundsPerBushel,
  rounding: commodity.rounding,
  decimals: commodity.decimals,
  futures_root: commodity.futuresRoot,
});
