import { isFuturesPrice } from '#shared/bid-prices.ts';
import { parseMoment } from '#shared/parse-bids.ts';
import { FuturesSourceError, type Quote, type RejectedQuote } from './futures-source.ts';

/** Plausible prices: $0.50 to $50. Anything else is not a grain price, or is in dollars instead of cents. */
const PRICE_EIGHTHS = { min: 50 * 8, max: 5_000 * 8 } as const;
/** Plausible change as a fraction of the previous close; above the daily limits of all exchanges. */
const MAX_CHANGE = 0.25;

/**
 * Parses Barchart's getQuote response: results with `symbol`, `lastPrice` and `netChange` in cents, `tradeTimestamp`
 * with its offset, and `mode`. Checks each symbol separately. Throws FuturesSourceError for any other response.
 */
export function readBarchartQuotes(
  body: unknown,
  { symbols, now }: { symbols: readonly string[]; now: number },
): { quotes: Quote[]; rejected: RejectedQuote[] } {
  const quotes: Quote[] = [];
  const rejected: RejectedQuote[] = [];
  const results = resultsOf(body);
  for (const symbol of symbols) {
    const found = results.filter((result) => isNamed(result['symbol'], symbol));
    const [result] = found;
    const quote = !result
      ? "isn't in the response"
      : found.length > 1
        ? 'is in the response more than once'
        : readQuote(result, symbol, now);
    if (typeof quote === 'string') rejected.push({ symbol, reason: quote });
    else quotes.push(quote);
  }
  return { quotes, rejected };
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const NO_DATA = 204;

function resultsOf(body: unknown): Fields[] {
  const status = isFields(body) ? body['status'] : undefined;
  const code = isFields(status) ? Number(status['code']) : Number.NaN;
  if (!isFields(body) || !Number.isInteger(code)) throw new FuturesSourceError('The response has no status.');
  if (code === NO_DATA) return [];
  checkStatus(code);
  if (!Array.isArray(body['results'])) throw new FuturesSourceError('The response has no results.');
  return body['results'].filter(isFields);
}

/** Throws unless the status is 200. Drops the vendor's message, which could contain the key. */
export function checkStatus(code: number): void {
  if (code === 200) return;
  throw new FuturesSourceError(`The response status is ${code}.`, {
    isRejected: [401, 403, 429].includes(code),
  });
}

/** Barchart may abbreviate the year of a contract to its last digit. */
const isNamed = (name: unknown, symbol: string) =>
  name === symbol || name === symbol.slice(0, -2) + symbol.slice(-1);

function readQuote(result: Fields, symbol: string, now: number): Quote | string {
  // Pages label futures as delayed, and real-time prices may not be shown publicly.
  if (!/^[id]$/i.test(String(result['mode']))) return "isn't marked as delayed";
  const futuresEighths = readEighths(result['lastPrice']);
  if (futuresEighths === undefined) return "has a price that isn't in whole eighths of a cent";
  const { min, max } = PRICE_EIGHTHS;
  if (futuresEighths < min || futuresEighths > max || !isFuturesPrice(futuresEighths))
    return "has a price that's out of range";
  const changeEighths = readEighths(result['netChange']);
  if (changeEighths === undefined) return "has a change that isn't in whole eighths of a cent";
  if (Math.abs(changeEighths) > (futuresEighths - changeEighths) * MAX_CHANGE)
    return "has a change that's out of range";
  const at = parseMoment(String(result['tradeTimestamp']), now);
  if (at === undefined) return 'has no valid time, or one in the future';
  return { symbol, futuresEighths, changeEighths, at };
}

/** Converts cents to eighths of a cent, which are exact in floating point. Returns undefined for other fractions. */
function readEighths(cents: unknown): number | undefined {
  const eighths = typeof cents === 'number' ? cents * 8 : Number.NaN;
  // Turn -0 into 0.
  return Number.isSafeInteger(eighths) ? eighths || 0 : undefined;
}
