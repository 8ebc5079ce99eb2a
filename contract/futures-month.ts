const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
/** The letters of the twelve months, as futures are named by them. */
const CODES = 'FGHJKMNQUVXZ';

const IN_WORDS = /^([a-z]{3})[a-z]*\.?\s*'?(\d{2}|\d{4})$/i;
const IN_NUMBERS = /^(\d{4})-(\d{2})$/;
const AS_SYMBOL = /^[A-Z]{0,3}([FGHJKMNQUVXZ])(\d{2})$/;

/**
 * A futures month such as "Dec 2026", read from what people and programs write: Dec26, December 2026, 2026-12, Z26,
 * ZCZ26. Undefined for anything else.
 */
export function readFuturesMonth(text: string): string | undefined {
  const trimmed = text.trim();
  const [, name = '', wordsYear = ''] = IN_WORDS.exec(trimmed) ?? [];
  // Words go first: JAN27 could be a symbol of July, too.
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

/** What a futures contract is called by the markets, such as ZCZ26; undefined without a root or a month. */
export function futuresSymbol(root: string, month: string): string | undefined {
  const [name = '', year = ''] = month.split(' ');
  const code = CODES[MONTHS.indexOf(name as (typeof MONTHS)[number])];
  return root && code && year ? `${root}${code}${year.slice(-2)}` : undefined;
}
