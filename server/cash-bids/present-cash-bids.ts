import type { CashBid, CashBids } from '#contract/cash-bids.ts';
import type { CashBidRow } from './cash-bid-store.ts';

/** The board as every visitor may read it. */
export function presentCashBids(rows: readonly CashBidRow[]): CashBids {
  const bids = rows.map(toCashBid);
  const asOf = bids.reduce<string | null>(
    (newest, bid) => (!newest || bid.asOf > newest ? bid.asOf : newest),
    null,
  );
  return { asOf, bids };
}

function toCashBid(row: CashBidRow): CashBid {
  return {
    id: row.id,
    location: row.location,
    commodity: row.commodity,
    delivery: row.delivery,
    futuresMonth: row.futures_month,
    basis: signed(dollars(row.basis_cents * 1000)),
    cashPrice: dollars(row.cash_price * 10),
    change: signed(dollars(row.change_eighths * 125)),
    asOf: row.as_of,
  };
}

const PLACES = 5;

/**
 * Whole hundred-thousandths of a dollar as text, exact, with at least two decimals and no needless zeros after them:
 * the smallest unit here is an eighth of a cent, 0.00125 dollars.
 */
export function dollars(hundredThousandths: number): string {
  const digits = String(Math.abs(hundredThousandths)).padStart(PLACES + 1, '0');
  const decimals = digits.slice(-PLACES).replace(/0{1,3}$/, '');
  return `${hundredThousandths < 0 ? '-' : ''}${digits.slice(0, -PLACES)}.${decimals}`;
}

const signed = (text: string) => (text.startsWith('-') || Number(text) === 0 ? text : `+${text}`);
