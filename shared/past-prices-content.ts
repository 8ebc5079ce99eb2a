import type { PastPrices } from '#contract/past-prices.ts';

/** Content of the page of past prices. */
export type PastPricesContent = {
  /** What the visitor asked for, to show in the input; such as 2026-11-20T09:05. */
  at: string;
  /** Prices of the minute, or of both if clocks repeated it. */
  found: { prices: PastPrices; address: string }[];
  /** Sentences about why there are no prices. */
  problem?: string | undefined;
  needsSignIn?: boolean;
  /** Other minutes to choose instead. */
  choices?: { label: string; at: string }[];
  /** Newest minute that can be chosen. */
  latest: string;
  oldAfterHours: number;
  telephone: string;
};
