import type { Commodity } from '#contract/cash-bids.ts';
import { undoStep, type Step } from '#server/records/change-log/list-steps.ts';
import { fromColumns, toColumns, type BidColumns, type StoredBid } from './cash-bid-store.ts';
import { CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT } from './cash-bids.ts';
import { FUTURES_SUBJECT, undoQuotes, type FeedChange } from './quotes-since.ts';

/** Change-log subjects that cash prices depend on. */
export const BID_SUBJECTS: readonly string[] = [CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT, FUTURES_SUBJECT];

/** Undoes a change of one of `BID_SUBJECTS` in place. */
export function undoBidStep(
  list: { rows: BidColumns[]; commodities: Commodity[] },
  step: Step & { subject: string },
): void {
  const { rows, commodities } = list;
  if (step.subject === COMMODITIES_SUBJECT) list.commodities = step.before as Commodity[];
  else if (step.subject === CASH_BIDS_SUBJECT) undoStep(rows, withoutCents(step));
  else undoQuotes(rows, { ...(step as { before: FeedChange; after: FeedChange }), commodities });
}

/** Returns the bids before logged steps, given newest first. */
export function undoBidSteps(bids: readonly StoredBid[], steps: readonly Step[]): StoredBid[] {
  const rows = bids.map(toColumns);
  for (const step of steps) undoStep(rows, withoutCents(step));
  return rows.map(fromColumns);
}

/** Converts bids in the spelling before migration 0007, as that migration did. */
export function withoutCents(step: Step): Step {
  if (!Array.isArray(step.before)) return step;
  return { ...step, before: (step.before as (string | LoggedBid)[]).map(fromLogged) };
}

type OldBid = Pick<
  BidColumns,
  'id' | 'location' | 'commodity' | 'delivery' | 'futures_month' | 'cash_price' | 'change_eighths' | 'as_of'
> & { basis_cents: number };
type LoggedBid = BidColumns | OldBid;

function fromLogged(row: string | LoggedBid): string | BidColumns {
  if (typeof row === 'string' || !('basis_cents' in row)) return row;
  const { basis_cents, ...bid } = row;
  return {
    ...bid,
    delivery_start: '',
    delivery_end: '',
    futures_eighths: null,
    basis_hundredths: basis_cents * 100,
    active: 1,
    notes: '',
  };
}
