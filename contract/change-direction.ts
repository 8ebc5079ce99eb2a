export type ChangeDirection = 'up' | 'down' | 'none';

// A price feed may write its minus as a hyphen, as U+2212 or as a dash; any of them before a number is a fall.
const MINUS = /^[\p{Dash_Punctuation}\u2212]/u;
// Reports of the government and some feeds write the way in letters: UP 76.75, DN 0.09.
const DOWN_IN_LETTERS = /^(dn|down)\b/i;
const ONLY_DASHES = /^[\p{Dash_Punctuation}\u2212\s]*$/u;
const DIGIT_OTHER_THAN_ZERO = /[^\P{Number}0]/u;

/**
 * Which way a price moved, told from the text of its change. Text without a digit other than zero says that nothing
 * moved (`0.00`, `0'0`, `UNCH`), as an empty cell or a lone dash does; a leading minus, or the word,
 * always says "down".
 */
export function changeDirection(text: string): ChangeDirection {
  const change = text.trim();
  if (ONLY_DASHES.test(change)) return 'none';
  if (MINUS.test(change) || DOWN_IN_LETTERS.test(change)) return 'down';
  return DIGIT_OTHER_THAN_ZERO.test(change) ? 'up' : 'none';
}
