import type { Commodity } from '#contract/cash-bids.ts';
import type { Employees } from '#contract/employees.ts';
import type { StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';
import { EMPLOYEES_SUBJECT } from '#server/domains/employees/employees.ts';
import { PRICE_SUBJECTS, readPrices, undoPriceStep } from '#server/domains/past-prices/price-state.ts';
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
  const state = await readPrices(stores);
  for await (const step of stores.changeLog.stepsBackTo(PRICE_SUBJECTS, version)) undoPriceStep(state, step);
  return { bids: state.bids, commodities: state.commodities };
}

/** Returns the employees as of a version, by undoing all newer changes. */
export async function employeesAt({ employees, changeLog }: Stores, version: number): Promise<Employees> {
  const rows = await employees.list();
  for await (const step of changeLog.stepsBackTo([EMPLOYEES_SUBJECT], version)) undoStep(rows, step);
  return rows;
}
