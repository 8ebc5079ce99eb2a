import type { Step } from '#server/records/change-log/list-steps.ts';
import { columnOf } from '#server/platform/database/stored-values.ts';
import { BID_COLUMNS, type StoredBid } from './cash-bid-store.ts';

/** Fields of a bid, or some of them, in the spelling of the change log. */
export type LoggedBid = Record<string, string | number | null>;

const COLUMNS = Object.keys(BID_COLUMNS).map((field) => [field, columnOf(field)] as const);
const [TO_LOG, FROM_LOG] = [new Map(COLUMNS), new Map(COLUMNS.map(([field, column]) => [column, field]))];

/** Spells a bid, or some of its fields, like the columns, because databases in use contain such logs. */
export const toLogged = (bid: Partial<StoredBid>): LoggedBid =>
  Object.fromEntries(
    Object.entries(bid).map(([field, value]) => [
      TO_LOG.get(field) ?? field,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  );

/** Reads what `toLogged` returns. Adds what entries of earlier releases lack, as their migrations did. */
export function fromLogged({ basis_cents: cents, ...logged }: LoggedBid): Partial<StoredBid> {
  const bid: Partial<StoredBid> = Object.fromEntries(
    Object.entries(logged).map(([column, value]) => [
      FROM_LOG.get(column) ?? column,
      column === 'active' ? value === 1 : value,
    ]),
  );
  return {
    ...(cents !== undefined && { ...BEFORE_FUTURES, basisHundredths: Number(cents) * 100 }),
    ...(bid.location !== undefined && bid.id !== undefined && { locationId: null }),
    ...bid,
  };
}

const BEFORE_FUTURES = { deliveryStart: '', deliveryEnd: '', futuresEighths: null, active: true, notes: '' };

/** Reads a logged change of a bid, of their order, or of all bids. */
export const readBidStep = <Logged extends Step>(step: Logged): Logged => ({
  ...step,
  before: readValue(step.before),
  after: readValue(step.after),
});

function readValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readValue);
  return typeof value === 'object' && value !== null ? fromLogged(value as LoggedBid) : value;
}
