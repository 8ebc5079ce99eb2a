import { RICH_TEXT_SIZES } from '#contract/rich-text.ts';

export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** A word with the white space after it, and the names of its formats, such as bold. */
type Word = { text: string; formats: readonly string[] };

/** Aligns two lists. Each step has a value of one of them, or equal values of both. */
export function alignLists<Value>(
  before: readonly Value[],
  after: readonly Value[],
  equals: (one: Value, other: Value) => boolean,
): { before?: Value; after?: Value }[] {
  let start = 0;
  while (start < before.length && start < after.length && equals(before[start]!, after[start]!)) start += 1;
  let [oldEnd, newEnd] = [before.length, after.length];
  while (oldEnd > start && newEnd > start && equals(before[oldEnd - 1]!, after[newEnd - 1]!)) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  const [rows, columns] = [oldEnd - start, newEnd - start];
  const both = (from: number, to: number, shift: number) =>
    before.slice(from, to).map((value, index) => ({ before: value, after: after[from + shift + index]! }));
  const result: { before?: Value; after?: Value }[] = both(0, start, 0);
  // Lengths of the longest common subsequences of the remaining ends.
  const width = columns + 1;
  const isShort = rows * columns <= MAX_COMPARISONS;
  const lengths = new Uint16Array(isShort ? (rows + 1) * width : 0);
  for (let row = isShort ? rows - 1 : -1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] = equals(before[start + row]!, after[start + column]!)
        ? lengths[(row + 1) * width + column + 1]! + 1
        : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
    }
  }
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    const [old, next] = [before[start + row]!, after[start + column]!];
    if (isShort && row < rows && column < columns && equals(old, next)) {
      result.push({ before: old, after: next });
      row += 1;
      column += 1;
    } else if (
      column === columns ||
      (row < rows && (lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0))
    ) {
      result.push({ before: old });
      row += 1;
    } else {
      result.push({ after: next });
      column += 1;
    }
  }
  return [...result, ...both(oldEnd, before.length, newEnd - oldEnd)];
}

/** Most comparisons of two texts, about 30 ms. Longer ones are shown as replaced. */
const MAX_COMPARISONS = 4_000_000;

/** Returns the words of a text that were removed, added, and kept. */
export const diffTexts = (before: string, after: string): Piece[] =>
  piecesOf(wordsOf(before), wordsOf(after));

/** Compares cleaned HTML as text, and names the formats of the kept words that changed. */
export function diffHtml(before: string, after: string): { pieces: Piece[]; formats: string[] } {
  const [old, next] = [htmlWordsOf(before), htmlWordsOf(after)];
  const kept = alignLists(old, next, isSameWord).flatMap((step) =>
    step.before && step.after ? [[step.before.formats, step.after.formats] as const] : [],
  );
  return {
    pieces: piecesOf(old, next),
    formats: [
      ...new Set([
        ...kept.flatMap(([from, to]) => missing(to, from).map((format) => `Added ${format}`)),
        ...kept.flatMap(([from, to]) => missing(from, to).map((format) => `Removed ${format}`)),
      ]),
    ],
  };
}

const missing = (from: readonly string[], other: readonly string[]) =>
  from.filter((format) => !other.includes(format));

const isSameWord = (one: Word, other: Word) => one.text.trimEnd() === other.text.trimEnd();

function piecesOf(before: readonly Word[], after: readonly Word[]): Piece[] {
  const pieces: Piece[] = [];
  for (const step of alignLists(before, after, isSameWord)) {
    const kind = !step.before ? 'added' : !step.after ? 'removed' : 'same';
    const { text } = (step.after ?? step.before)!;
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  }
  return pieces;
}

const wordsOf = (text: string, formats: readonly string[] = []): Word[] =>
  (text.match(/\s*\S+\s*|^\s+$/g) ?? []).map((word) => ({ text: word, formats }));

const FORMATS: Readonly<Record<string, string>> = {
  strong: 'bold',
  em: 'italics',
  u: 'underline',
  s: 'strikethrough',
  ul: 'bullets',
  ol: 'numbers',
};
const SIZES = RICH_TEXT_SIZES.filter(({ name }) => name !== 'normal');

function formatOf(tag: string): string | undefined {
  const size = SIZES.find((each) => tag.includes(`"${each.class}"`));
  return size ? `${size.name} text` : FORMATS[/^\w+/.exec(tag)?.[0] ?? ''];
}

/** Returns the words of cleaned HTML, in which all tags are closed and `<` is escaped in texts. */
function htmlWordsOf(html: string): Word[] {
  const words: Word[] = [];
  const open: (string | undefined)[] = [];
  for (const [part, tag] of html.matchAll(/<(\/?[^>]*)>|[^<]+/g)) {
    if (tag === undefined) {
      words.push(...wordsOf(decode(part), open.filter((format) => format !== undefined).toSorted()));
    } else if (tag.startsWith('/')) {
      open.pop();
      const last = words.at(-1);
      if (last && /^\/(?:p|li)$/.test(tag)) last.text = `${last.text.trimEnd()}\n`;
    } else if (/^br\b/.test(tag)) {
      const last = words.at(-1);
      if (last) last.text = `${last.text.trimEnd()}\n`;
    } else {
      open.push(formatOf(tag));
    }
  }
  return words;
}

const decode = (text: string) =>
  text.replace(/&(lt|gt|nbsp|quot|amp);/g, (_, name: string) => CHARACTERS[name] ?? '');

const CHARACTERS: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  quot: '"',
  amp: '&',
};
