const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
/** Month codes of futures contracts, January to December. */
const CODES = 'FGHJKMNQUVXZ';

const IN_WORDS = /^([a-z]{3})[a-z]*\.?\s*'?(\d{2}|\d{4})$/i;
const IN_NUMBERS = /^(\d{4})-(\d{2})$/;
const AS_SYMBOL = /^[A-Z]{0,3}([FGHJKMNQUVXZ])(\d{2})$/;

/** Parses Dec26, December 2026, 2026-12, Z26 or ZCZ26 into "Dec 2026". Returns undefined for other text. */
export function parseFuturesMonth(text: string): string | undefined {
  const trimmed = text.trim();
  const [, name = '', wordsYear = ''] = IN_WORDS.exec(trimmed) ?? [];
  // Try month names first: JAN27 also matches the symbol pattern, as July (N).
  const named = MONTHS.findIndex((month) => month.toLowerCase() === name.toLowerCase());
  if (named !== -1) return inWords(named, wordsYear);
  const [, year = '', number] = IN_NUMBERS.exec(trimmed) ?? [];
  if (number) return inWords(Number(number) - 1, year);
  const [, code, symbolYear = ''] = AS_SYMBOL.exec(trimmed) ?? [];
  return code && inWords(CODES.indexOf(code), symbolYear);
}

function inWords(index: number, year: string): string | undefined {
  const month = MONTHS[index];
  return month && `${month} ${year.length === 2 ? `20${year}` : year}`;
}

/** Returns the symbol of a futures contract, such as ZCZ26, or undefined if `root` or `month` is missing. */
export function futuresSymbol(root: string, month: string): string | undefined {
  const [name = '', year = ''] = month.split(' ');
  const code = CODES[MONTHS.indexOf(name as (typeof MONTHS)[number])];
  return root && code && year ? `${root}${code}${year.slice(-2)}` : undefined;
}
