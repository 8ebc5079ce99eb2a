/** The counter appears when this much of the length is used. */
const COUNTER_FROM = 0.8;

/** How much of a greatest length is used, such as "212 / 300"; undefined while there is plenty of room. */
export function lengthInWords(length: number, maxLength: number): string | undefined {
  return length >= maxLength * COUNTER_FROM ? `${length} / ${maxLength}` : undefined;
}
