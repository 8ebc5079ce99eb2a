export type Quote = Readonly<{
  /** Exchange symbol, such as ZCZ26. */
  symbol: string;
  /** Eighths of a cent per bushel. */
  futuresEighths: number;
  /** Change since the previous close, in eighths of a cent. */
  changeEighths: number;
  /** Time of the trade, ISO 8601 in UTC. */
  at: string;
}>;

export type RejectedQuote = Readonly<{ symbol: string; reason: string }>;

/** A vendor of futures prices. Each requested symbol is in exactly one of the two lists. */
export type FuturesSource = {
  /** Throws FuturesSourceError when the response is unusable, and when `signal` aborts. */
  read(
    symbols: readonly string[],
    signal: AbortSignal,
  ): Promise<{ quotes: Quote[]; rejected: RejectedQuote[] }>;
};

/** Thrown when a vendor cannot be read. Never contains the API key. */
export class FuturesSourceError extends Error {
  override name = 'FuturesSourceError';
  /** True if retrying soon would not help: the vendor rejected the key, or received too many requests. */
  readonly isRejected: boolean;

  constructor(reason: string, { isRejected = false } = {}) {
    super(reason);
    this.isRejected = isRejected;
  }
}
