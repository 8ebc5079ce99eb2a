import { counted } from '#contract/text.ts';

/** Factor beyond which a changed price is questioned. */
const MAX_FACTOR = 3;
/** Factors of a misplaced decimal point. The price may also have changed a little, by `TOLERANCE`. */
const DECIMAL_FACTORS = [10, 100];
const TOLERANCE = 1.25;

type Price = { text: string; value: number | undefined };

/**
 * Returns a question about a price that changed a lot, lost its sign, or is no number anymore, or ''. A blank one is
 * questioned unless it `mayBeBlank`.
 */
export function priceQuestion(name: string, before: Price, now: Price, mayBeBlank = true): string {
  // Skip unchanged prices, because every key press checks the whole grid.
  if (before.text === now.text || before.value === undefined) return '';
  const check = checkOf(before.value, now, mayBeBlank);
  return check && changedQuestion(name, before.text, now.text, check);
}

/** Says both prices, as typed. */
export const changedQuestion = (name: string, before: string, now: string, check: string) =>
  `${name}: ${before.trim()} before, ${now.trim() || 'blank'} now. ${check}`;

export const CHECK_PRICE = 'Check the price.';
export const CHECK_SIGN = 'Check the minus sign.';

function checkOf(before: number, { text, value }: Price, mayBeBlank: boolean): string {
  // A text with a digit may say more than the price, such as its unit.
  if (value === undefined) return /\d/.test(text) || (mayBeBlank && text.trim() === '') ? '' : CHECK_PRICE;
  if (before === 0) return '';
  const ratio = value / before;
  if (ratio < 0) return CHECK_SIGN;
  const factor = Math.max(ratio, 1 / ratio);
  if (factor <= MAX_FACTOR) return '';
  const isDecimal = DECIMAL_FACTORS.some((each) => factor >= each / TOLERANCE && factor <= each * TOLERANCE);
  return isDecimal ? 'Check the decimal point.' : CHECK_PRICE;
}

/** Errors of formulas, and two numbers that a paste has joined or a comma in place of a decimal point. */
const ERROR = /^\s*#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)/i;
const JOINED = /\d\.\d+\.\d|^\s*\$?\d+,\d{1,2}\s*$/;

/** Returns a question about an error of a spreadsheet or, in prices, about a text that looks like a number, or ''. */
export function valueQuestion(name: string, text: string, { isPrice = true } = {}): string {
  if (ERROR.test(text))
    return `${name}: ${text.trim()} is an error from the spreadsheet. Type what it should say.`;
  return isPrice && JOINED.test(text) ? `${name}: ${text.trim()} isn't a number. Check the price.` : '';
}

const SHOWN = 3;

/** Returns the first questions about what was just saved, and the number of others. Returns '' without any. */
export function savedQuestions(questions: readonly (readonly string[])[]): string {
  const all = [...new Set(questions.flat().filter(Boolean))];
  const rest = all.length - SHOWN;
  const more = rest > 0 ? [`Check ${counted(rest, 'more price')}.`] : [];
  return [...all.slice(0, SHOWN), ...more].join(' ');
}
