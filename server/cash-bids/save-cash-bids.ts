import { isDeepStrictEqual } from 'node:util';
import type { Author } from '#server/change-log/change-log-store.ts';
import type { Stores } from '#server/stores.ts';
import type { CashBidRow } from './cash-bid-store.ts';

export const CASH_BIDS_SUBJECT = 'cash-bids';

/** Replaces the board and records the change, inside the caller's write. A board that stays as it was records nothing. */
export async function saveCashBids(
  stores: Pick<Stores, 'cashBids' | 'changeLog'>,
  author: Author,
  bids: readonly CashBidRow[],
): Promise<number | undefined> {
  const before = await stores.cashBids.list();
  if (isDeepStrictEqual(before, bids)) return undefined;
  await stores.cashBids.replace(bids);
  return stores.changeLog.append({ author, subject: CASH_BIDS_SUBJECT, before, after: bids });
}
