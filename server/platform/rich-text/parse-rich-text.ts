import { type DefaultTreeAdapterMap, defaultTreeAdapter } from 'parse5';
import { RICH_TEXT_SIZES, type RichTextModel } from '#contract/rich-text.ts';
import { markOf, type Meaning, meaningOf, pageMeaningOf } from './element-meaning.ts';
import { parseHtml } from './parse-html.ts';
import { createRichTextBuilder, type RichTextBuilder } from './rich-text-builder.ts';
import { type Marks, NO_MARKS, type RichText, withMark } from './rich-text-model.ts';

type Node = DefaultTreeAdapterMap['childNode'];
type Element = DefaultTreeAdapterMap['element'];

/** Pending work: a node to enter, with its surrounding marks, or an element to leave. */
type Step = { enter: Node; marks: Marks } | { leave: Meaning };

/** Parses HTML. Drops unsupported elements but keeps their visible text. Throws `RichTextTooLargeError`. */
export function parseRichText(html: string, model: RichTextModel = 'field'): RichText {
  const builder = createRichTextBuilder();
  const steps: Step[] = [];
  addChildren(steps, parseHtml(html, model), NO_MARKS);
  // Do not recurse, because input can nest deeply enough to overflow the call stack.
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('leave' in step) leave(step.leave, builder);
    else if (defaultTreeAdapter.isTextNode(step.enter)) {
      builder.addText(withoutControls(step.enter.value), step.marks);
    } else if (defaultTreeAdapter.isElementNode(step.enter)) {
      enter(step.enter, { marks: step.marks, model }, builder, steps);
    }
  }
  return builder.finish();
}

function enter(
  element: Element,
  outer: { marks: Marks; model: RichTextModel },
  builder: RichTextBuilder,
  steps: Step[],
): void {
  const { tagName } = element;
  const meaning =
    outer.model === 'page' ? pageMeaningOf(tagName, attributeOf(element, 'part')) : meaningOf(tagName);
  if (meaning === 'nothing') return;
  const marks = marksInside(element, outer.marks);
  if (meaning === 'paragraph') builder.openParagraph();
  else if (meaning === 'break') builder.addBreak(marks);
  else if (meaning === 'bullets' || meaning === 'numbers') builder.openList(meaning === 'numbers');
  else if (meaning === 'item') builder.openItem();
  else if (meaning === 'heading' || meaning === 'subheading')
    builder.openHeading(meaning === 'heading' ? 2 : 3);
  else if (meaning === 'table') builder.openTable();
  else if (meaning === 'row') builder.openRow();
  else if (meaning === 'cell' || meaning === 'header') builder.openCell(meaning === 'header');
  else if (meaning === 'boundary') builder.endParagraph();
  if (meaning !== 'inline') steps.push({ leave: meaning });
  addChildren(steps, element, marks);
}

function leave(meaning: Meaning, builder: RichTextBuilder): void {
  if (meaning === 'bullets' || meaning === 'numbers') builder.endList();
  else if (meaning === 'item') builder.endItem();
  else if (meaning === 'table') builder.endTable();
  else if (meaning === 'row') builder.endRow();
  else if (meaning === 'cell' || meaning === 'header') builder.endCell();
  else if (meaning !== 'break') builder.endParagraph();
}

function addChildren(steps: Step[], parent: DefaultTreeAdapterMap['parentNode'], marks: Marks): void {
  for (let index = parent.childNodes.length - 1; index >= 0; index -= 1) {
    steps.push({ enter: parent.childNodes[index]!, marks });
  }
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

/** Replaces line endings with LF, and form feeds with spaces. Removes all other control characters except tabs. */
function withoutControls(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\f/g, ' ')
    .replace(/[^\P{Cc}\t\n]/gu, '');
}
