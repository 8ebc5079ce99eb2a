/** Returns a number with thousands separators, such as 1,000. */
export const inDigits = (number: number): string => number.toLocaleString('en-US');

/** Returns a count with its noun, such as "1 row" or "1,000 rows". */
export const counted = (count: number, noun: string): string =>
  `${inDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
