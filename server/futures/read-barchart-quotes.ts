import { isFuturesPrice } from '#contract/bid-prices.ts';
import { FuturesSourceError, type Quote, type RefusedQuote } from './futures-source.ts';

/** Half a dollar and fifty dollars. What is outside is no grain, or a price in dollars taken for one in cents. */
const PRICE_EIGHTHS = { least: 50 * 8, most: 5_000 * 8 } as const;
/** No exchange lets a price move so far in a day; as a part of the close before. */
const MOST_CHANGE = 0.25;
/** Their clock may be a little ahead of ours. */
const AHEAD_MS = 5 * 60 * 1000;

/**
 * Reads the answer of Barchart's getQuote: a status, and results with `symbol`, `lastPrice` and `netChange` in cents,
 * `tradeTimestamp` with its offset, and `mode`. Each symbol is believed or refused by itself. Throws FuturesSourceError
 * for what is no such answer.
 */
export function readBarchartQuotes(
  answer: unknown,
  { symbols, now }: { symbols: readonly string[]; now: number },
): { quotes: Quote[]; refused: RefusedQuote[] } {
  const quotes: Quote[] = [];
  const refused: RefusedQuote[] = [];
  const results = resultsOf(answer);
  for (const symbol of symbols) {
    const found = results.filter((result) => isNamed(result['symbol'], symbol));
    const [result] = found;
    const quote = !result
      ? 'is not in the answer'
      : found.length > 1
        ? 'is in the answer more than once'
        : readQuote(result, symbol, now);
    if (typeof quote === 'string') refused.push({ symbol, reason: quote });
    else quotes.push(quote);
  }
  return { quotes, refused };
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const NO_DATA = 204;

function resultsOf(answer: unknown): Fields[] {
  const status = isFields(answer) ? answer['status'] : undefined;
  const code = isFields(status) ? Number(status['code']) : Number.NaN;
  if (!isFields(answer) || !Number.isInteger(code)) throw new FuturesSourceError('The answer has no status.');
  // None of the symbols has a quote.
  if (code === NO_DATA) return [];
  checkStatus(code);
  if (!Array.isArray(answer['results'])) throw new FuturesSourceError('The answer has no results.');
  return answer['results'].filter(isFields);
}

/** Throws for a status that is not 200, of the answer or in it. Their words are left out: they could repeat the key. */
export function checkStatus(code: number): void {
  if (code === 200) return;
  throw new FuturesSourceError(`The answer is ${code}.`, { isRefusal: [401, 403, 429].includes(code) });
}

/** Contracts are named with two figures of the year, or with the last alone. */
const isNamed = (name: unknown, symbol: string) =>
  name === symbol || name === symbol.slice(0, -2) + symbol.slice(-1);

/** The quote, or why there is none. */
function readQuote(result: Fields, symbol: string, now: number): Quote | string {
  // Pages say that futures are delayed, and real-time prices may not be shown to everybody.
  if (!/^[id]$/i.test(String(result['mode']))) return 'is not marked as delayed';
  const futuresEighths = readEighths(result['lastPrice']);
  if (futuresEighths === undefined) return 'has a price that is no whole eighth of a cent';
  const { least, most } = PRICE_EIGHTHS;
  if (futuresEighths < least || futuresEighths > most || !isFuturesPrice(futuresEighths))
    return 'has a price that no grain has';
  const changeEighths = readEighths(result['netChange']);
  if (changeEighths === undefined) return 'has a change that is no whole eighth of a cent';
  if (Math.abs(changeEighths) > (futuresEighths - changeEighths) * MOST_CHANGE)
    return 'has a change that no day has';
  const at = readMoment(result['tradeTimestamp'], now);
  if (at === undefined) return 'has no moment that has been';
  return { symbol, futuresEighths, changeEighths, at };
}

/** Cents in eighths. Eighths, and no other parts that come near, are exact in floating point: nothing is rounded. */
function readEighths(cents: unknown): number | undefined {
  const eighths = typeof cents === 'number' ? cents * 8 : Number.NaN;
  // There is but one nothing.
  return Number.isSafeInteger(eighths) ? eighths || 0 : undefined;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/;

function readMoment(text: unknown, now: number): string | undefined {
  const moment = typeof text === 'string' && MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return moment <= now + AHEAD_MS ? new Date(moment).toISOString() : undefined;
}
