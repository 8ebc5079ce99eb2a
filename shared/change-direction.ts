export type ChangeDirection = 'up' | 'down' | 'none';

/**
 * Returns the direction of a change. A leading minus sign, DN or DOWN means `down`, even before zeros. Other text
 * without a nonzero digit (`0.00`, `0'0`, `UNCH`, '', only dashes) means `none`. Refers to nothing outside, because the
 * server puts its source into the document of a vendor's script.
 */
export function changeDirection(text: string): ChangeDirection {
  // Price feeds write the minus sign as a hyphen, U+2212 or a dash.
  const minus = /^[\p{Dash_Punctuation}\u2212]/u;
  // Government reports and some feeds write the direction in letters: UP 76.75, DN 0.09.
  const downInLetters = /^(dn|down)\b/i;
  const onlyDashes = /^[\p{Dash_Punctuation}\u2212\s]*$/u;
  const digitOtherThanZero = /[^\P{Number}0]/u;
  const change = text.trim();
  if (onlyDashes.test(change)) return 'none';
  if (minus.test(change) || downInLetters.test(change)) return 'down';
  return digitOtherThanZero.test(change) ? 'up' : 'none';
}
