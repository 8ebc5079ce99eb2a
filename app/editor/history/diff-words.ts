import { diffArrays } from 'diff';
import { RICH_TEXT_SIZES } from '#contract/rich-text.ts';
import { decodeText } from '#shared/visible-text.ts';

export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** A word with the white space after it, and the names of its formats, such as bold. */
type Word = { text: string; formats: readonly string[] };

/** Most words removed and added in two texts, about 0.1 s. Texts with more are shown as replaced. */
const MAX_EDITS = 1000;

/** Aligns two lists. Each step has a value of one of them, or equal values of both. */
export function alignLists<Value>(
  before: readonly Value[],
  after: readonly Value[],
  comparator: (one: Value, other: Value) => boolean,
): { before?: Value; after?: Value }[] {
  const changes = diffArrays([...before], [...after], { comparator, maxEditLength: MAX_EDITS });
  if (!changes)
    return [...before.map((value) => ({ before: value })), ...after.map((value) => ({ after: value }))];
  let old = 0;
  return changes.flatMap(({ value, added, removed }) =>
    value.map((each) => {
      if (added) return { after: each };
      const kept = before[old++]!;
      return removed ? { before: kept } : { before: kept, after: each };
    }),
  );
}

/** Returns the words of a text that were removed, added, and kept. Of cleaned HTML, names changed formats of kept words. */
export function diffWords(before: string, after: string, isHtml: boolean) {
  const toWords = isHtml ? htmlWordsOf : wordsOf;
  const steps = alignLists(toWords(before), toWords(after), isSameWord);
  const kept = steps.flatMap((step) =>
    step.before && step.after ? [[step.before.formats, step.after.formats] as const] : [],
  );
  return {
    pieces: piecesOf(steps),
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

function piecesOf(steps: readonly { before?: Word; after?: Word }[]): Piece[] {
  const pieces: Piece[] = [];
  for (const step of steps) {
    const kind = !step.before ? 'added' : !step.after ? 'removed' : 'same';
    const { text } = (step.after ?? step.before)!;
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  }
  return pieces;
}

const wordsOf = (text: string): Word[] => withFormats(text, []);

const withFormats = (text: string, formats: readonly string[]): Word[] =>
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
      words.push(...withFormats(decodeText(part), open.filter((format) => format !== undefined).toSorted()));
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

const WORDS_AROUND = 8;

/** Leaves out words that stayed the same, except for those next to a change. */
export function shortened(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    if (piece.kind !== 'same') return piece;
    const words = piece.text.match(/\s*\S+\s*/g) ?? [];
    const atStart = index === 0 ? 0 : WORDS_AROUND;
    const atEnd = index === pieces.length - 1 ? 0 : WORDS_AROUND;
    if (words.length <= atStart + atEnd + WORDS_AROUND) return piece;
    const start = words.slice(0, atStart).join('').trimEnd();
    const end = atEnd === 0 ? '' : words.slice(-atEnd).join('').trimStart();
    return { ...piece, text: `${start} … ${end}` };
  });
}
