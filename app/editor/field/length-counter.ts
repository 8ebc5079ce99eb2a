const COUNTER_FROM = 0.8;

/** Returns the remaining length, such as "88 characters left", or undefined below 80% of the maximum. */
export function lengthMessage(length: number, maxLength: number): string | undefined {
  if (length < maxLength * COUNTER_FROM) return undefined;
  const remaining = maxLength - length;
  const characters = Math.abs(remaining) === 1 ? 'character' : 'characters';
  return remaining < 0
    ? `${(-remaining).toLocaleString('en-US')} ${characters} too many`
    : `${remaining} ${characters} left`;
}
