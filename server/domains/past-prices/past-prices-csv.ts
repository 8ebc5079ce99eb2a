import type { PastPrices, PriceSource } from '#contract/past-prices.ts';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { formatCsv } from '#shared/csv.ts';
import { deliveryOf } from '#shared/format-bids.ts';

const BID_COLUMNS = ['futuresMonth', 'futures', 'change', 'basis', 'cashPrice', 'notes', 'asOf'] as const;

const HARVEST_COLUMNS = ['status', 'moisture', 'limits', 'closes', 'note', 'wait'] as const;

/** Formats past prices as CSV with one price per line, so that bids and tables have the same columns. */
export function formatPastPricesCsv({ bids, tables, harvest }: PastPrices): string {
  const records = [['list', 'location', 'item', 'column', 'value', 'setBy', 'setAt', 'change']];
  const add = (cells: string[], source: PriceSource | null) =>
    records.push([...cells, source?.by ?? '', source?.at ?? '', source?.id ?? '']);
  for (const bid of bids) {
    const item = [bid.commodity, deliveryOf(bid)].filter(Boolean).join(', ');
    for (const column of BID_COLUMNS) {
      const source =
        (column === 'futures' || column === 'change') && bid.futuresBy ? bid.futuresBy : bid.setBy;
      if (bid[column] !== '') add(['cash bids', bid.location, item, column, bid[column]], source);
    }
  }
  for (const { type, headers, rows, setBy } of tables) {
    const list = PRICE_TABLES.find((table) => table.type === type)?.name ?? '';
    for (const [item = '', ...cells] of rows) {
      for (const [index, text] of cells.entries())
        add([list, '', item, headers[index + 1] ?? '', text], setBy);
    }
  }
  for (const entry of harvest) {
    for (const column of HARVEST_COLUMNS) {
      const setAt = (column === 'wait' ? entry.waitAsOf : entry.asOf) ?? '';
      const value = String(entry[column] ?? '');
      const cells = ['harvest board', entry.location, entry.commodity, column, value];
      if (value !== '') records.push([...cells, '', setAt, '']);
    }
  }
  return formatCsv(records);
}
