import { RICH_TEXT_SIZES, type RichTextSize } from '#contract/rich-text.ts';

/** All content that rich text can have; no other content can reach a page. */
export type RichText = Block[];

export type Block = Paragraph | List;

export type Paragraph = { kind: 'paragraph'; content: Inline[] };

export type List = { kind: 'list'; ordered: boolean; items: Item[] };

/** A list item. Starts with a paragraph, possibly an empty one; more paragraphs and lists may follow. */
export type Item = { kind: 'item'; content: Block[] };

export type Inline = { kind: 'text'; text: string; marks: Marks } | { kind: 'break'; marks: Marks };

export type Mark = RichTextSize | 'strong' | 'em' | 'u' | 's';

/** Marks in the order in which their tags nest, outermost first; at most one of them is a size. */
export type Marks = readonly Mark[];

export const NO_MARKS: Marks = [];

const SIZES: ReadonlySet<Mark> = new Set(RICH_TEXT_SIZES.map(({ name }) => name));

const NESTING_ORDER: readonly Mark[] = [...RICH_TEXT_SIZES.map(({ name }) => name), 'strong', 'em', 'u', 's'];

/** Replaces the previous size if `mark` is one. */
export function withMark(marks: Marks, mark: Mark): Marks {
  if (marks.includes(mark)) return marks;
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
