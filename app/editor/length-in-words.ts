const COUNTER_FROM = 0.8;

/** Returns the used length, such as "212 / 300", or undefined below 80% of the maximum. */
export function lengthInWords(length: number, maxLength: number): string | undefined {
  return length >= maxLength * COUNTER_FROM ? `${length} / ${maxLength}` : undefined;
}
