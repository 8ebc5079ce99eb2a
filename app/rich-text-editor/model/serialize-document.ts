import { escapeAttribute, escapeText } from 'entities/escape';
import type { Mark, Node } from 'prosemirror-model';
import { hasVisibleCharacter, type RichTextSize } from '#contract/rich-text.ts';
import {
  bulletList,
  cell,
  heading,
  item,
  lineBreak,
  link,
  numberedList,
  paragraph,
  row,
  size,
  sizeClass,
  table,
} from './schema.ts';
import { textCharacters } from './text-characters.ts';

/** Serializes a document exactly as the server does, so that sanitizing changes nothing. */
export function serializeDocument(doc: Node): string {
  const { html } = serializeContent(doc);
  return html === EMPTY_PARAGRAPH ? '' : html;
}

/** Returns the number of nodes as the server counts them. */
export function countNodes(doc: Node): number {
  return serializeContent(doc).nodes;
}

/** An empty document still has one paragraph to type in. */
const EMPTY_PARAGRAPH = '<p></p>';

type Serialized = { html: string; nodes: number };

/** Caches serialized nodes. Nodes are immutable, so a key press serializes one paragraph, not the document. */
const serializedNodes = new WeakMap<Node, Serialized>();

const TAGS = new Map([
  [paragraph, 'p'],
  [bulletList, 'ul'],
  [numberedList, 'ol'],
  [item, 'li'],
  [row, 'tr'],
]);

function serializeNode(node: Node): Serialized {
  const cached = serializedNodes.get(node);
  if (cached) return cached;
  const content = node.isTextblock ? serializeInline(node) : serializeContent(node);
  const tag = tagOf(node);
  const html = node.type === table ? `<tbody>${content.html}</tbody>` : content.html;
  // The server does not count rows.
  const result = { html: `<${tag}>${html}</${tag}>`, nodes: content.nodes + (node.type === row ? 0 : 1) };
  serializedNodes.set(node, result);
  return result;
}

function tagOf(node: Node): string {
  if (node.type === table) return 'table';
  if (node.type === cell) return node.attrs['isHeader'] ? 'th' : 'td';
  // The server makes a heading without a visible character a paragraph.
  if (node.type === heading) return hasVisibleCharacter(node.textContent) ? `h${node.attrs['level']}` : 'p';
  return TAGS.get(node.type)!;
}

function serializeContent(parent: Node): Serialized {
  let html = '';
  let nodes = 0;
  for (const child of parent.children) {
    const serialized = serializeNode(child);
    html += serialized.html;
    nodes += serialized.nodes;
  }
  return { html, nodes };
}

/** Serializes inline content. Adjacent nodes share the tags of common marks, outermost first. */
function serializeInline(parent: Node): Serialized {
  let html = '';
  let nodes = 0;
  let open: readonly Mark[] = [];
  for (const inline of parent.children) {
    const content = inline.type === lineBreak ? '<br>' : escapeText(textCharacters(inline.text ?? ''));
    if (content === '') continue;
    html += tagsBetween(open, inline.marks) + content;
    open = inline.marks;
    nodes += 1;
  }
  return { html: html + tagsBetween(open, []), nodes };
}

function tagsBetween(before: readonly Mark[], after: readonly Mark[]): string {
  const firstDifference = before.findIndex((mark, index) => !after[index]?.eq(mark));
  const shared = firstDifference === -1 ? before.length : firstDifference;
  const closing = before.slice(shared).toReversed().map(endTag);
  const opening = after.slice(shared).map(startTag);
  return [...closing, ...opening].join('');
}

function startTag(mark: Mark): string {
  if (mark.type === link) return `<a href="${escapeAttribute(mark.attrs['href'] as string)}">`;
  if (mark.type === size) return `<span class="${sizeClass(mark.attrs['name'] as RichTextSize)}">`;
  return `<${mark.type.name}>`;
}

function endTag(mark: Mark): string {
  if (mark.type === link) return '</a>';
  return mark.type === size ? '</span>' : `</${mark.type.name}>`;
}
