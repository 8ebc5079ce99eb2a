import type { PriceTableType } from '#contract/price-tables.ts';
import { loadTable } from '#app/editor/grid/price-tables/submit-table.ts';
import { adminApi, callAll, callAs, type CallResult } from '#app/editor/shell/admin-api.ts';

export type Prices = Extract<Awaited<ReturnType<typeof loadPrices>>, { outcome: 'done' }>['body'];

/** Loads everything on the board. Each part has its own version, which its save is based on. */
export const loadPrices = () =>
  callAll([
    withVersion(adminApi.bidList()),
    tableOf(1, 'fuel'),
    tableOf(2, 'fertilizer', true),
    tableOf(3, 'fertilizer', true),
    tableOf(4, 'fertilizer', true),
    tableOf(0, 'other-fertilizer'),
  ]);

/** `section`: that of the dashboard, which has the same field. */
const tableOf = (type: PriceTableType, section: string, hasFixedColumns = false) =>
  callAs(withVersion(loadTable({ type, hasFixedColumns })), (loaded) => ({
    type,
    section,
    hasFixedColumns,
    ...loaded,
  }));

const withVersion = async <Body>(request: Promise<CallResult<Body>>) => {
  const result = await request;
  return result.outcome === 'done'
    ? { ...result, body: { saved: result.body, version: result.version } }
    : result;
};
