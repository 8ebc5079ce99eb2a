const PLAIN = '0123456789+-';
const SHIFTED = { super: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻', sub: '₀₁₂₃₄₅₆₇₈₉₊₋' };

export type Shift = keyof typeof SHIFTED;

/** Returns a superscript or subscript as plain text, whose digits must not join the number before it: $685². */
export const shifted = (text: string, shift: Shift): string =>
  text.replaceAll(/[\d+-]/g, (digit) => SHIFTED[shift].charAt(PLAIN.indexOf(digit)));
