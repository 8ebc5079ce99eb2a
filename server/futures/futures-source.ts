/** What futures were traded at last, as a vendor tells it. */
export type Quote = Readonly<{
  /** As markets name it, such as ZCZ26. */
  symbol: string;
  /** Eighths of a cent per bushel. */
  futuresEighths: number;
  /** Since the close before, in eighths of a cent. */
  changeEighths: number;
  /** The moment of the trade, ISO 8601 in UTC. */
  at: string;
}>;

/** A symbol that was asked for and has no quote that could be believed, and why. */
export type RefusedQuote = Readonly<{ symbol: string; reason: string }>;

/** A vendor of futures prices. Each symbol comes back in one of the two lists. */
export type FuturesSource = {
  /** Throws FuturesSourceError when nothing can be believed, and when `signal` ends the question. */
  read(
    symbols: readonly string[],
    signal: AbortSignal,
  ): Promise<{ quotes: Quote[]; refused: RefusedQuote[] }>;
};

/** Why a vendor could not be read. Nothing in it tells the key. */
export class FuturesSourceError extends Error {
  override name = 'FuturesSourceError';
  /** True where asking again soon would not help: the key is refused, or too much was asked. */
  readonly isRefusal: boolean;

  constructor(reason: string, { isRefusal = false } = {}) {
    super(reason);
    this.isRefusal = isRefusal;
  }
}
