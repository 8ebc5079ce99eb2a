export type ChangeDirection = 'up' | 'down' | 'none';

// Price feeds write the minus sign as a hyphen, U+2212 or a dash.
const MINUS = /^[\p{Dash_Punctuation}\u2212]/u;
// Government reports and some feeds write the direction in letters: UP 76.75, DN 0.09.
const DOWN_IN_LETTERS = /^(dn|down)\b/i;
const ONLY_DASHES = /^[\p{Dash_Punctuation}\u2212\s]*$/u;
const DIGIT_OTHER_THAN_ZERO = /[^\P{Number}0]/u;

/**
 * Returns the direction of a change. A leading minus sign, DN or DOWN means `down`, even before zeros. Other text
 * without a nonzero digit (`0.00`, `0'0`, `UNCH`, '', only dashes) means `none`.
 */
export function changeDirection(text: string): ChangeDirection {
  const change = text.trim();
  if (ONLY_DASHES.test(change)) return 'none';
  if (MINUS.test(change) || DOWN_IN_LETTERS.test(change)) return 'down';
  return DIGIT_OTHER_THAN_ZERO.test(change) ? 'up' : 'none';
}
