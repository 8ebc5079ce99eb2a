import type { CashBid } from '#contract/cash-bids.ts';
import { FERTILIZER_TABLES, FUEL_TABLES } from '#contract/price-tables.ts';
import { pricesOf, type PriceDay } from '#server/domains/past-prices/price-days.ts';
import type { Services } from '#server/domains/services.ts';
import { formatDay } from '#shared/date-time.ts';
import {
  deliveryOf,
  formatBid,
  groupBids,
  isStale,
  newestOf,
  type StalenessRule,
} from '#shared/format-bids.ts';
import type { Figure, MarketTable } from '#shared/page-content.ts';

const NOTHING = '–';
/** Days with changes that the news shows. */
const NEWS_DAYS = 7;

/** Returns the tables of a market page or the news; undefined for any other path. */
export async function findMarketTables(
  { cashBids, pastPrices, priceTables, site, calendar }: Services,
  path: string,
): Promise<MarketTable[] | undefined> {
  const { parts, embeds, pastPrices: past } = site.current();
  const bids = embeds.cashBids === null ? cashBids.list().bids : [];
  if (path === '/future-market-overview') return overviewTables(bids, cashBids.age());
  if (path === '/future-detail') return futuresTables(bids, cashBids.age());
  if (path === '/market-snapshot') return locationTables(bids, cashBids.age());
  if (path !== '/news') return undefined;
  const ids = cashBids.ids();
  const types = [...(parts.fertilizer ? FERTILIZER_TABLES : []), ...(parts.fuel ? FUEL_TABLES : [])];
  const prices = pricesOf(
    bids.map((bid, index) => ({ ...bid, id: ids[index] ?? '' })),
    types.map((type) => [type, priceTables.find(type)] as const),
  );
  const days = [...(await pastPrices.recentDays(ids)), { day: calendar.today(), prices }];
  return newsTables(days, past.public);
}

/** Returns the time of the bids, and a function that makes a figure of a bid, with its time if only that bid is old. */
function timed(bids: readonly CashBid[], age: StalenessRule) {
  const asOf = newestOf(bids);
  const isOld = isStale(asOf, age);
  const figureOf = (bid: CashBid, text: string, note = ''): Figure => ({
    text: text || NOTHING,
    note,
    ...(!isOld && isStale(bid.asOf, age) && { asOf: bid.asOf }),
  });
  return { asOf, isOld, figureOf };
}

const changeOf = (bid: CashBid): Figure => ({ text: formatBid(bid).change || NOTHING, isChange: true });
const locationsOf = (bids: readonly CashBid[]) => [...new Set(bids.map(({ location }) => location))];

/** Returns the first bid of each commodity at all locations side by side. */
export function overviewTables(bids: readonly CashBid[], age: StalenessRule): MarketTable[] {
  if (bids.length === 0) return [];
  const { figureOf, ...time } = timed(bids, age);
  const locations = locationsOf(bids);
  const rows = [...Map.groupBy(bids, ({ commodity }) => commodity)].map(([commodity, all]) => {
    const [first] = all as [CashBid];
    const cells = locations.map((location) => {
      const bid = all.find((each) => each.location === location);
      const note = bid && deliveryOf(bid) !== deliveryOf(first) ? deliveryOf(bid) : '';
      return bid ? [figureOf(bid, formatBid(bid).cash, note)] : [];
    });
    return [[{ text: commodity, note: deliveryOf(first) }, changeOf(first)], ...cells];
  });
  return [{ name: 'Cash Bids, $/bu', ...time, headers: ['Commodity', ...locations], rows }];
}

/** Returns a table per commodity with the basis of each futures month by location. */
export function futuresTables(bids: readonly CashBid[], age: StalenessRule): MarketTable[] {
  const withMonth = bids.filter(({ futuresMonth }) => futuresMonth !== '');
  return [...Map.groupBy(withMonth, ({ commodity }) => commodity)].map(([commodity, all]) => {
    const { figureOf, ...time } = timed(all, age);
    const locations = locationsOf(all);
    const rows = [...Map.groupBy(all, ({ futuresMonth }) => futuresMonth)].map(([month, ofMonth]) => {
      const newest = ofMonth.find(({ asOf }) => asOf === newestOf(ofMonth))!;
      const cells = locations.map((location) =>
        ofMonth
          .filter((bid) => bid.location === location)
          .map((bid) => figureOf(bid, formatBid(bid).basis, deliveryOf(bid))),
      );
      return [[{ text: month }], [figureOf(newest, formatBid(newest).futures), changeOf(newest)], ...cells];
    });
    const headers = ['Futures month', 'Futures, $/bu', ...locations];
    return { name: `${commodity} Basis, $/bu`, ...time, headers, rows };
  });
}

/** Returns the bids of each location, as on the bid board. */
export const locationTables = (bids: readonly CashBid[], age: StalenessRule): MarketTable[] =>
  groupBids(bids).map(({ location, commodities }) => {
    const all = commodities.flatMap((group) => group.bids);
    const { figureOf, ...time } = timed(all, age);
    const rows = all.map((bid) => [
      [{ text: bid.commodity, note: deliveryOf(bid) }],
      [figureOf(bid, formatBid(bid).cash)],
      [changeOf(bid)],
    ]);
    return { name: location, ...time, headers: ['Bid', 'Cash, $/bu', 'Futures change,\u00a0¢'], rows };
  });

/** Returns the newest days with changes since the day before; without `isPublic`, only how many there were. */
export function newsTables(days: readonly PriceDay[], isPublic: boolean): MarketTable[] {
  const tables = days.slice(1).map(({ day, prices }, index) => {
    const before = days[index]?.prices;
    const changes = [...(days.at(-1)?.prices ?? [])].flatMap(([key, { part, name, note }]) => {
      const [from, to] = [before, prices].map((each) => each?.get(key)?.price || NOTHING);
      return from === to ? [] : [{ part, name, note, texts: [from!, to!] }];
    });
    const groups = Map.groupBy(changes, ({ part, name }) => (isPublic ? `${part} ${name}` : part));
    const rows = [...groups.values()].map((all) => {
      const [{ part, name, note, texts }] = all as [(typeof all)[0]];
      return isPublic
        ? [[{ text: name, note }], ...texts.map((text) => [{ text }])]
        : [[{ text: part }], [{ text: String(all.length) }]];
    });
    const headers = isPublic ? ['Price', 'Before', 'After'] : ['Prices', 'Changed'];
    return { name: formatDay(day), headers, rows };
  });
  const changed = tables.filter(({ rows }) => rows.length > 0);
  return changed.toReversed().slice(0, NEWS_DAYS);
}
