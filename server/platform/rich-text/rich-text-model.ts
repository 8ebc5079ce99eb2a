import { RICH_TEXT_SIZES, type RichTextSize } from '#contract/rich-text.ts';

/** All content that rich text can have; no other content can reach a page. */
export type RichText = Block[];

export type Block = Paragraph | List | Table;

/** A paragraph or, with a level, a heading, which only rich text of pages has. */
export type Paragraph = { kind: 'paragraph'; level?: HeadingLevel | undefined; content: Inline[] };

export type HeadingLevel = 2 | 3;

/** Only rich text of pages has tables. All rows have the same number of cells. */
export type Table = { kind: 'table'; rows: Cell[][] };

export type Cell = { isHeader: boolean; content: Inline[] };

export type List = { kind: 'list'; ordered: boolean; items: Item[] };

/** A list item. Starts with a paragraph, possibly an empty one; more paragraphs and lists may follow. */
export type Item = { kind: 'item'; content: Block[] };

export type Inline = { kind: 'text'; text: string; marks: Marks } | { kind: 'break'; marks: Marks };

export type Mark = Link | RichTextSize | 'strong' | 'em' | 'u' | 's';

/** A link with its address, which only rich text of pages has. */
export type Link = `link:${string}`;

export const isLink = (mark: Mark): mark is Link => mark.startsWith('link:');

/** Marks in the order in which their tags nest, outermost first; at most one of them is a size. */
export type Marks = readonly Mark[];

export const NO_MARKS: Marks = [];

const SIZES: ReadonlySet<Mark> = new Set(RICH_TEXT_SIZES.map(({ name }) => name));

const NESTING_ORDER: readonly Mark[] = [...RICH_TEXT_SIZES.map(({ name }) => name), 'strong', 'em', 'u', 's'];

/** Replaces the previous size or link if `mark` is one. */
export function withMark(marks: Marks, mark: Mark): Marks {
  if (marks.includes(mark)) return marks;
  if (isLink(mark)) return [mark, ...marks.filter((known) => !isLink(known))];
  const [first] = marks;
  if (first !== undefined && isLink(first)) return [first, ...withMark(marks.slice(1), mark)];
  return NESTING_ORDER.filter(
    (known) => known === mark || (marks.includes(known) && !(SIZES.has(mark) && SIZES.has(known))),
  );
}

export function sameMarks(one: Marks, other: Marks): boolean {
  return one.length === other.length && one.every((mark, index) => mark === other[index]);
}

/** Removes trailing white space and returns the number of removed text runs. */
export function trimEnd(content: Inline[]): number {
  for (let removed = 0; ; removed += 1) {
    const last = content.at(-1);
    if (last?.kind !== 'text') return removed;
    let end = last.text.length;
    while (' \t\n'.includes(last.text.charAt(end - 1)) && end > 0) end -= 1;
    last.text = last.text.slice(0, end);
    if (end > 0) return removed;
    content.pop();
  }
}

/** Maximum length of a rich text's HTML, before and after cleaning, in UTF-16 code units. */
export const MAX_LENGTH = 1_000_000;

/** Thrown if the text is too long, has too many nodes, or takes too much work to parse. */
export class RichTextTooLargeError extends Error {
  override name = 'RichTextTooLargeError';

  constructor() {
    super('This text is too long to save. Shorten it and try again.');
  }
}
