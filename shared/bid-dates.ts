import { isCalendarDay, SHORT_MONTHS } from './date-time.ts';

/** Month codes of futures contracts, January to December. */
const CODES = 'FGHJKMNQUVXZ';

const IN_WORDS = /^([a-z]{3})[a-z]*\.?[\s-]*'?(\d{2}|\d{4})$/i;
/** Dec 26 as spreadsheets write it, which take it for a day. */
const AS_DAY = /^(\d{2})-([a-z]{3})$/i;
const IN_NUMBERS = /^(\d{4})-(\d{2})$/;
const WITH_SLASH = /^(\d{1,2})\/(\d{2}|\d{4})$/;
const AS_SYMBOL = /^[A-Z]{0,3}([FGHJKMNQUVXZ])(\d{2})$/;

const indexOfMonth = (name: string) =>
  SHORT_MONTHS.findIndex((month) => month.toLowerCase() === name.toLowerCase());

/**
 * Parses Dec26, December 2026, Dec-26, 2026-12, 12/26, Z26, ZCZ26, or the first day of a month into "Dec 2026". Returns
 * undefined for other text.
 */
export function parseFuturesMonth(text: string): string | undefined {
  const trimmed = text.trim().replace(AS_DAY, '$2 $1');
  const [, name = '', wordsYear = ''] = IN_WORDS.exec(trimmed) ?? [];
  // Try month names first: JAN27 also matches the symbol pattern, as July (N).
  const named = indexOfMonth(name);
  if (named !== -1) return inWords(named, wordsYear);
  const [, firstYear, firstMonth] = /^(\d{4})-(\d{2})-01$/.exec(parseDay(trimmed) ?? '') ?? [];
  if (firstYear) return inWords(Number(firstMonth) - 1, firstYear);
  const [, year = '', number] = IN_NUMBERS.exec(trimmed) ?? [];
  if (number) return inWords(Number(number) - 1, year);
  const [, slashMonth, slashYear = ''] = WITH_SLASH.exec(trimmed) ?? [];
  if (slashMonth) return inWords(Number(slashMonth) - 1, slashYear);
  const [, code, symbolYear = ''] = AS_SYMBOL.exec(trimmed) ?? [];
  return code && inWords(CODES.indexOf(code), symbolYear);
}

/** A day in numbers, and with the name of its month, perhaps with the time at its start. */
const DAY_FORMS = [
  /^(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4}|\d{2})(?: 0?0:00(?::00)?)?$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[ T]00:00(?::00)?)?$/,
  /^(?<day>\d{1,2})[- ](?<name>[a-z]{3})[a-z]*\.?[- ](?<year>\d{4}|\d{2})$/i,
  /^(?:[a-z]{3,9}, )?(?<name>[a-z]{3})[a-z]*\.? (?<day>\d{1,2}), (?<year>\d{4})$/i,
];

/**
 * Parses a calendar day in a form that American spreadsheets write, such as 12/1/2026, 1-Dec-26, or 2026-12-01, into
 * 2026-12-01. Returns undefined for other text.
 */
export function parseDay(text: string): string | undefined {
  const groups = DAY_FORMS.map((form) => form.exec(text.trim())?.groups).find(Boolean);
  if (!groups) return undefined;
  const { year = '', day = '', name, month = String(indexOfMonth(name ?? '') + 1) } = groups;
  const found = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return isCalendarDay(found) ? found : undefined;
}

function inWords(index: number, year: string): string | undefined {
  const month = SHORT_MONTHS[index];
  return month && `${month} ${year.length === 2 ? `20${year}` : year}`;
}

/** Returns the symbol of a futures contract, such as ZCZ26, or undefined if `root` or `month` is missing. */
export function futuresSymbol(root: string, month: string): string | undefined {
  const [name = '', year = ''] = month.split(' ');
  const code = CODES[SHORT_MONTHS.indexOf(name)];
  return root && code && year ? `${root}${code}${year.slice(-2)}` : undefined;
}
