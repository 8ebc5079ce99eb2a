import { escapeAttribute, escapeText } from 'entities/escape';
import { RICH_TEXT_SIZES } from '#contract/rich-text.ts';
import {
  isLink,
  type Block,
  type Cell,
  type Inline,
  type Mark,
  type Marks,
  NO_MARKS,
  type RichText,
} from './rich-text-model.ts';

/**
 * Serializes rich text as browsers do, so that an editor reads back the same string. Of attributes, only the addresses
 * of links come from input.
 */
export function serializeRichText(richText: RichText): string {
  return richText.map(blockHtml).join('');
}

/** Serializes a block. Recursion is safe, because the model limits the depth of lists. */
function blockHtml(block: Block): string {
  if (block.kind === 'table') {
    const rows = block.rows.map((cells) => `<tr>${cells.map(cellHtml).join('')}</tr>`).join('');
    return `<table><tbody>${rows}</tbody></table>`;
  }
  if (block.kind === 'paragraph') {
    const tag = block.level === undefined ? 'p' : `h${block.level}`;
    return `<${tag}>${inlineHtml(block.content)}</${tag}>`;
  }
  const items = block.items.map((item) => `<li>${item.content.map(blockHtml).join('')}</li>`).join('');
  return block.ordered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`;
}

function cellHtml({ isHeader, content }: Cell): string {
  const tag = isHeader ? 'th' : 'td';
  return `<${tag}>${inlineHtml(content)}</${tag}>`;
}

/** Serializes runs. Adjacent runs share the tags of their common marks, outermost first. */
function inlineHtml(content: readonly Inline[]): string {
  let html = '';
  let open: Marks = NO_MARKS;
  for (const inline of content) {
    html += tagsBetween(open, inline.marks) + (inline.kind === 'break' ? '<br>' : escapeText(inline.text));
    open = inline.marks;
  }
  return html + tagsBetween(open, NO_MARKS);
}

function tagsBetween(before: Marks, after: Marks): string {
  const firstDifference = before.findIndex((mark, index) => mark !== after[index]);
  const shared = firstDifference === -1 ? before.length : firstDifference;
  const closing = before.slice(shared).toReversed().map(endTag);
  const opening = after.slice(shared).map(startTag);
  return [...closing, ...opening].join('');
}

const SIZE_CLASSES = new Map<Mark, string>(RICH_TEXT_SIZES.map((size) => [size.name, size.class]));

function startTag(mark: Mark): string {
  if (isLink(mark)) return `<a href="${escapeAttribute(mark.slice('link:'.length))}">`;
  const sizeClass = SIZE_CLASSES.get(mark);
  return sizeClass ? `<span class="${sizeClass}">` : `<${mark}>`;
}

function endTag(mark: Mark): string {
  if (isLink(mark)) return '</a>';
  return SIZE_CLASSES.has(mark) ? '</span>' : `</${mark}>`;
}
