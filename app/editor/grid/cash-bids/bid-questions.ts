import { adviceOnBasis, parseCents, parseDollars, parseFutures } from '#shared/bid-prices.ts';
import { parseBids } from '#shared/parse-bids.ts';
import type { Commodity } from '#contract/cash-bids.ts';
import type { Grid } from '#app/editor/grid/grid.ts';
import {
  changedQuestion,
  CHECK_PRICE,
  CHECK_SIGN,
  priceQuestion,
  valueQuestion,
} from '#app/editor/grid/price-question.ts';
import { BID_COLUMNS, computedPrice, fieldsOf, nameOf } from './bid-grid.ts';

/** Returns questions about prices that may be wrong, in the shape of the rows, with '' for none. */
export function bidPriceQuestions(
  { rows }: Grid,
  previous: readonly (readonly string[])[],
  commodities: readonly Commodity[],
): string[][] {
  return rows.map((cells, row) => {
    const before = previous[row] ?? [];
    if (cells.every((text, column) => text === before[column])) return cells.map(() => '');
    const [was, now] = [fieldsOf(before), fieldsOf(cells)];
    const cash = cashIn(cells, commodities);
    const isPriced = cash.text !== '';
    const ofFutures = priceQuestion(
      `${now.commodity.trim()}, ${now.futuresMonth.trim()} futures`,
      { text: was.futures, value: parseFutures(was.futures) },
      { text: now.futures, value: parseFutures(now.futures) },
      isPriced,
    );
    const isComputed = was.cashPrice.trim() === '';
    const ofCash = priceQuestion(nameOf(cells), cashIn(before, commodities), cash, isComputed);
    return BID_COLUMNS.map(({ field, header }, column) => {
      const text = cells[column] ?? '';
      const ofValue =
        text === before[column] ? '' : valueQuestion(`${nameOf(cells)}, ${header}`, text, { isPrice: false });
      if (ofValue !== '') return ofValue;
      if (field === 'futures') return ofFutures;
      if (field === 'basis') return basisQuestion(cells, was.basis, isPriced);
      return field === 'cashPrice' && ofFutures === '' ? ofCash : '';
    });
  });
}

/** Returns a question about a basis that may be in dollars, lost its sign, or was emptied in a bid without a price, or ''. */
function basisQuestion(cells: readonly string[], before: string, isPriced: boolean): string {
  const { basis } = fieldsOf(cells);
  if (basis === before) return '';
  const advice = adviceOnBasis(basis);
  if (advice !== '') return `${nameOf(cells)}: A basis of ${basis.trim()} is under 1 cent. ${advice}`;
  const isEmptied = basis.trim() === '' && before.trim() !== '' && !isPriced;
  const hasOtherSign = (parseCents(before) ?? 0) * (parseCents(basis) ?? 0) < 0;
  if (!isEmptied && !hasOtherSign) return '';
  return changedQuestion(`${nameOf(cells)}, Basis`, before, basis, isEmptied ? CHECK_PRICE : CHECK_SIGN);
}

/** Returns the cash price of a row, as typed or computed, with its value in ten-thousandths of a dollar. */
function cashIn(cells: readonly string[], commodities: readonly Commodity[]) {
  const typed = fieldsOf(cells).cashPrice;
  const [bid] = typed.trim() === '' ? parseBids([fieldsOf(cells)], { commodities, now: 0 }).bids : [];
  if (!bid) return { text: typed, value: parseDollars(typed) };
  const text = computedPrice(bid, commodities);
  return { text, value: text === '' ? undefined : Number(text) * 10_000 };
}
