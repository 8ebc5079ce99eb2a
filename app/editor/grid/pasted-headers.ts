import { HEADER_ROW, type CellPosition } from './grid.ts';

/** Returns whether the first row of a pasted block repeats the headers. `names` has the names of each column. */
export function startsWithHeaders(
  block: readonly string[][],
  { row, column }: CellPosition,
  names: readonly (string | readonly string[])[],
): boolean {
  const [first = []] = block;
  if (row === HEADER_ROW || block.length === 1) return false;
  const matches = first.flatMap((text, at) => {
    if (text.trim() === '') return [];
    return Math.max(0, ...[names[column + at] ?? []].flat().map((name) => likeness(name, text)));
  });
  const misses = matches.filter((match) => match === 0).length;
  return matches.includes(EQUAL) && misses <= Math.floor(matches.length / 3);
}

const SIMILAR = 1;
const EQUAL = 2;

/** Compares letters and digits only. Similar names have all words of the shorter name, such as Price/ton. */
function likeness(name: string, text: string): number {
  const [a, b] = [wordsOf(name), wordsOf(text)];
  if (a.length === 0 || b.length === 0) return 0;
  if (a.join('') === b.join('')) return EQUAL;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return /\p{L}/u.test(short.join('')) && short.every((word) => long.includes(word)) ? SIMILAR : 0;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
