import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html as vocabulary,
  Parser,
  type Token,
} from 'parse5';
import { RICH_TEXT_SIZES, type RichTextModel, linkOf, type RichTextSize } from '#contract/rich-text.ts';
import { textCharacters } from '#shared/rich-text-html.ts';
import { shifted, type Shift } from '#shared/superscript.ts';
import { RichTextBuilder } from './rich-text-builder.ts';
import {
  type Marks,
  NO_MARKS,
  type RichText,
  withMark,
  MAX_LENGTH,
  RichTextTooLargeError,
  type Mark,
} from './rich-text-model.ts';

type Node = DefaultTreeAdapterMap['childNode'];
type Element = DefaultTreeAdapterMap['element'];

/** Pending work: a node to enter, with its surrounding marks, or an element to leave. */
type Step =
  | { enter: Node; marks: Marks; shift: Shift | undefined }
  | { leave: (builder: RichTextBuilder) => void };

/** Parses HTML. Drops unsupported elements but keeps their visible text. Throws `RichTextTooLargeError`. */
export function parseRichText(html: string, model: RichTextModel = 'field'): RichText {
  const builder = new RichTextBuilder();
  const steps: Step[] = [];
  addChildren(steps, parseHtml(html, model), { marks: NO_MARKS, shift: undefined });
  // Do not recurse, because input can nest deeply enough to overflow the call stack.
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('leave' in step) step.leave(builder);
    else if (defaultTreeAdapter.isTextNode(step.enter)) {
      const text = textCharacters(step.enter.value);
      builder.addText(step.shift ? shifted(text, step.shift) : text, step.marks);
    } else if (defaultTreeAdapter.isElementNode(step.enter)) {
      enter(step.enter, { ...step, model }, builder, steps);
    }
  }
  return builder.finish();
}

function enter(
  element: Element,
  outer: { marks: Marks; shift: Shift | undefined; model: RichTextModel },
  builder: RichTextBuilder,
  steps: Step[],
): void {
  const { tagName } = element;
  const meaning =
    outer.model === 'page' ? pageMeaningOf(tagName, attributeOf(element, 'part')) : meaningOf(tagName);
  if (meaning === 'nothing') return;
  const marks = marksInside(element, outer.marks);
  const { open, close }: Effect = EFFECTS[meaning];
  open?.(builder, marks);
  if (close) steps.push({ leave: close });
  addChildren(steps, element, { marks, shift: shiftInside(element) ?? outer.shift });
}

function addChildren(
  steps: Step[],
  parent: DefaultTreeAdapterMap['parentNode'],
  inherited: { marks: Marks; shift: Shift | undefined },
): void {
  for (let index = parent.childNodes.length - 1; index >= 0; index -= 1) {
    steps.push({ enter: parent.childNodes[index]!, ...inherited });
  }
}

function shiftInside(element: Element): Shift | undefined {
  if (element.tagName === 'sup') return 'super';
  return element.tagName === 'sub' ? 'sub' : (attributeOf(element, 'shift') as Shift | undefined);
}

function marksInside(element: Element, outer: Marks): Marks {
  const mark = markOf(element.tagName);
  const marks = mark ? withMark(outer, mark) : outer;
  const href = attributeOf(element, 'href');
  if (href !== undefined) return withMark(marks, `link:${href}`);
  const size = RICH_TEXT_SIZES.find(({ name }) => name === attributeOf(element, 'size'));
  return size ? withMark(marks, size.name) : marks;
}

const attributeOf = ({ attrs: [attribute] }: Element, name: string) =>
  attribute?.name === name ? attribute.value : undefined;

/**
 * Maximum number of elements that the parser creates or moves. A large rich text with many wrappers needs about 50,000;
 * misnested formatting, which the standard allows to multiply, would need millions.
 */
const MAX_STEPS = 100_000;

/**
 * Parses HTML like the content of a `div`, with the exceptions of `RichTextParser`. An element has at most one
 * attribute: `size`, with the name of a size, `shift`, or for pages `href`, with an allowed address, or `part`, with the tag name
 * of a part of a table, which is a `div`. Throws `RichTextTooLargeError` if it takes too much work.
 */
export function parseHtml(
  html: string,
  model: RichTextModel = 'field',
): DefaultTreeAdapterMap['documentFragment'] {
  if (html.length > MAX_LENGTH) throw new RichTextTooLargeError();
  const context = defaultTreeAdapter.createElement('div', vocabulary.NS.HTML, []);
  const Own = model === 'page' ? PageTextParser : RichTextParser;
  const parser = Own.getFragmentParser(context, { treeAdapter: boundedAdapter(MAX_STEPS) });
  parser.tokenizer.write(html.toWellFormed(), true);
  return parser.getFragment();
}

const TABLE_TAGS = new Set(['table', 'caption', 'tr', 'th', 'td']);

/**
 * HTML parser with two exceptions. The standard moves text out of tables and drops cells outside of them, so tables are
 * parsed as `div`s. It reopens unclosed marks in every following paragraph, but at most three equal ones, so all
 * attributes other than the size are removed to make marks equal.
 */
class RichTextParser extends Parser<DefaultTreeAdapterMap> {
  override onComment(): void {}

  override onStartTag(token: Token.TagToken): void {
    super.onStartTag({ ...tableAsDiv(token), attrs: this.keptAttributes(token) });
  }

  protected keptAttributes({ attrs }: Token.TagToken): Token.Attribute[] {
    if (attrs.length === 0) return [];
    const [, shift] = /\bvertical-align\s*:\s*(super|sub)\b/i.exec(valueOf(attrs, 'style')) ?? [];
    if (shift) return [{ name: 'shift', value: shift.toLowerCase() }];
    const size = sizeOf(attrs);
    return size ? [{ name: 'size', value: size }] : [];
  }

  override onEndTag(token: Token.TagToken): void {
    super.onEndTag(tableAsDiv(token));
  }
}

/** Parser for pages. At most one link is open at a time, so that their addresses need not be equal. */
class PageTextParser extends RichTextParser {
  protected override keptAttributes(token: Token.TagToken): Token.Attribute[] {
    const { tagName, attrs } = token;
    if (TABLE_TAGS.has(tagName)) return [{ name: 'part', value: tagName }];
    const href = tagName === 'a' && linkOf(attrs.find(({ name }) => name === 'href')?.value ?? '');
    return href ? [{ name: 'href', value: href }] : super.keptAttributes(token);
  }
}

function tableAsDiv(token: Token.TagToken): Token.TagToken {
  if (!TABLE_TAGS.has(token.tagName)) return token;
  return { ...token, tagName: 'div', tagID: vocabulary.TAG_ID.DIV };
}

function boundedAdapter(maxSteps: number): typeof defaultTreeAdapter {
  let steps = 0;
  function countStep(): void {
    steps += 1;
    if (steps > maxSteps) throw new RichTextTooLargeError();
  }
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      countStep();
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    detachNode(node) {
      countStep();
      defaultTreeAdapter.detachNode(node);
    },
  };
}

type Effect = {
  open?: (builder: RichTextBuilder, marks: Marks) => void;
  close?: (builder: RichTextBuilder) => void;
};

const endParagraph = (builder: RichTextBuilder) => builder.endParagraph();

/** Effects of elements: `boundary` separates words, `nothing` drops its content, `inline` keeps its content. */
const EFFECTS = {
  paragraph: { open: (builder) => builder.openParagraph(), close: endParagraph },
  heading: { open: (builder) => builder.openHeading(2), close: endParagraph },
  subheading: { open: (builder) => builder.openHeading(3), close: endParagraph },
  break: { open: (builder, marks) => builder.addBreak(marks) },
  bullets: { open: (builder) => builder.openList(false), close: (builder) => builder.endList() },
  numbers: { open: (builder) => builder.openList(true), close: (builder) => builder.endList() },
  item: { open: (builder) => builder.openItem(), close: (builder) => builder.endItem() },
  table: { open: (builder) => builder.openTable(), close: (builder) => builder.endTable() },
  row: { open: (builder) => builder.openRow(), close: (builder) => builder.endRow() },
  cell: { open: (builder) => builder.openCell(false), close: (builder) => builder.endCell() },
  header: { open: (builder) => builder.openCell(true), close: (builder) => builder.endCell() },
  boundary: { open: endParagraph, close: endParagraph },
  nothing: {},
  inline: {},
} satisfies Record<string, Effect>;

type Meaning = keyof typeof EFFECTS;

export function meaningOf(tagName: string): Meaning {
  return MEANINGS.get(tagName) ?? 'inline';
}

/** Returns the meaning in rich text of pages. `part` is the part of a table that a `div` stands for. */
export function pageMeaningOf(tagName: string, part: string | undefined): Meaning {
  return PAGE_MEANINGS.get(part ?? tagName) ?? meaningOf(tagName);
}

const PAGE_MEANINGS = new Map<string, Meaning>([
  ['h1', 'heading'],
  ['h2', 'heading'],
  ['h3', 'subheading'],
  ['h4', 'subheading'],
  ['h5', 'subheading'],
  ['h6', 'subheading'],
  ['table', 'table'],
  ['tr', 'row'],
  ['td', 'cell'],
  ['th', 'header'],
]);

export function markOf(tagName: string): Mark | undefined {
  return MARKS.get(tagName);
}

/** Returns the size in a `style` or `class` attribute, if it is a known one; `style` wins, as in browsers. */
export function sizeOf(attributes: readonly Token.Attribute[]): RichTextSize | undefined {
  return sizeInStyle(valueOf(attributes, 'style')) ?? sizeInClass(valueOf(attributes, 'class'));
}

const MARKS = new Map<string, Mark>([
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'em'],
  ['i', 'em'],
  ['u', 'u'],
  ['ins', 'u'],
  ['s', 's'],
  ['strike', 's'],
  ['del', 's'],
]);

/** Elements dropped with their content: code, embedded documents, form values, and fallback content. */
const WITHOUT_TEXT =
  'script style template svg math iframe noembed noframes noscript select datalist textarea title audio video canvas';

const BLOCK_LIKE =
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
  'h1 h2 h3 h4 h5 h6 header hgroup hr legend listing main marquee menu nav optgroup option plaintext pre search ' +
  'section summary xmp';

const MEANINGS = new Map<string, Meaning>([
  ['p', 'paragraph'],
  ['br', 'break'],
  ['ul', 'bullets'],
  ['ol', 'numbers'],
  ['li', 'item'],
  ...WITHOUT_TEXT.split(' ').map((tagName) => [tagName, 'nothing'] as const),
  ...BLOCK_LIKE.split(' ').map((tagName) => [tagName, 'boundary'] as const),
]);

function valueOf(attributes: readonly Token.Attribute[], name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value ?? '';
}

function sizeInStyle(style: string): RichTextSize | undefined {
  const declared = style
    .split(';')
    .map((declaration) => /^\s*font-size\s*:\s*(\d+)px\s*(?:!\s*important\s*)?$/i.exec(declaration)?.[1])
    .findLast((px) => px !== undefined);
  return RICH_TEXT_SIZES.find(({ px }) => String(px) === declared)?.name;
}

function sizeInClass(classes: string): RichTextSize | undefined {
  const names = classes.split(/\s+/);
  return RICH_TEXT_SIZES.findLast((size) => names.includes(size.class))?.name;
}
