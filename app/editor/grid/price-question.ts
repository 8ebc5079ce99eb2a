import { counted } from '#contract/text.ts';

/** Factor beyond which a changed price is questioned. */
const MAX_FACTOR = 3;
/** Factors of a misplaced decimal point. The price may also have changed a little, by `TOLERANCE`. */
const DECIMAL_FACTORS = [10, 100];
const TOLERANCE = 1.25;

type Price = { text: string; value: number | undefined };

/** Returns a question about a price that changed a lot, or ''. Says both prices, as typed. */
export function priceQuestion(name: string, before: Price, now: Price): string {
  // Skip unchanged prices, because every key press checks the whole grid.
  if (before.text === now.text || !before.value || before.value < 0 || now.value === undefined) return '';
  const ratio = now.value / before.value;
  const factor = Math.max(ratio, 1 / ratio);
  if (ratio > 0 && factor <= MAX_FACTOR) return '';
  const isDecimal = DECIMAL_FACTORS.some((each) => factor >= each / TOLERANCE && factor <= each * TOLERANCE);
  const check = isDecimal ? 'Check the decimal point.' : 'Check the price.';
  return `${name}: ${before.text.trim()} before, ${now.text.trim()} now. ${check}`;
}

const SHOWN = 3;

/** Returns the message after a save with questions, or '' without. */
export function savedQuestions(questions: readonly (readonly string[])[]): string {
  const all = [...new Set(questions.flat().filter(Boolean))];
  if (all.length === 0) return '';
  const rest = all.length - SHOWN;
  const more = rest > 0 ? [`${counted(rest, 'more price')} changed a lot.`] : [];
  return ['Saved.', ...all.slice(0, SHOWN), ...more].join(' ');
}
