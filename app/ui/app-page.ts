import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE, WALL_BOARD_PAGE } from '#contract/cash-bids.ts';
import { HARVEST_PAGE } from '#contract/harvest.ts';
import { WIDGET_PAGES, withoutLastSlash } from '#contract/paths.ts';

/** Pages without the app's script, and the market and weather pages, which the specification loads in full. */
const FULL_LOADS: ReadonlySet<string> = new Set([
  CASH_BIDS_PAGE,
  HARVEST_PAGE,
  PRICE_SHEET_PAGE,
  WALL_BOARD_PAGE,
  ...WIDGET_PAGES,
]);

/** Returns true if a link's target is a page that client-side navigation can show. Every page has a title. */
export function isAppPage(to: string, titles: Readonly<Record<string, string>>): boolean {
  const path = withoutLastSlash(to.replace(/[?#].*$/, ''));
  return Object.hasOwn(titles, path) && !FULL_LOADS.has(path);
}
