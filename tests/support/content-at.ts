import type { Commodity } from '#contract/cash-bids.ts';
import type { Employees } from '#contract/employees.ts';
import { fromColumns, toColumns, type StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';
import { listCommodities } from '#server/domains/cash-bids/cash-bids.ts';
import { BID_SUBJECTS, undoBidStep } from '#server/domains/cash-bids/bid-steps.ts';
import { EMPLOYEES_SUBJECT } from '#server/domains/employees/employees.ts';
import { undoStep } from '#server/records/change-log/list-steps.ts';
import type { Stores } from './stores.ts';

/**
 * Returns the bids and commodities as of a version, by undoing all newer changes. Where only a release before this
 * format logged the quotes, `asOf` is approximate.
 */
export async function cashBidsAt(
  stores: Stores,
  version: number,
): Promise<{ bids: StoredBid[]; commodities: Commodity[] }> {
  const list = {
    rows: (await stores.cashBids.list()).map(toColumns),
    commodities: await listCommodities(stores),
  };
  for await (const step of stores.changeLog.stepsBackTo(BID_SUBJECTS, version)) undoBidStep(list, step);
  return { bids: list.rows.map(fromColumns), commodities: list.commodities };
}

/** Returns the employees as of a version, by undoing all newer changes. */
export async function employeesAt({ employees, changeLog }: Stores, version: number): Promise<Employees> {
  const rows = await employees.list();
  for await (const step of changeLog.stepsBackTo([EMPLOYEES_SUBJECT], version)) undoStep(rows, step);
  return rows;
}
