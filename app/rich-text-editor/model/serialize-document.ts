import type { Mark, Node } from 'prosemirror-model';
import type { RichTextSize } from '#contract/rich-text.ts';
import { bulletList, item, lineBreak, numberedList, paragraph, size, sizeClass } from './schema.ts';
import { textCharacters } from './text-characters.ts';

/** Serializes a document exactly as the server does, so that sanitizing changes nothing. */
export function serializeDocument(doc: Node): string {
  const { html } = writtenContent(doc);
  return html === EMPTY_PARAGRAPH ? '' : html;
}

/** Returns the number of nodes as the server counts them. */
export function countNodes(doc: Node): number {
  return writtenContent(doc).nodes;
}

/** An empty document still has one paragraph to type in. */
const EMPTY_PARAGRAPH = '<p></p>';

type Written = { html: string; nodes: number };

/** Caches serialized nodes. Nodes are immutable, so a key press serializes one paragraph, not the document. */
const writtenNodes = new WeakMap<Node, Written>();

const TAGS = new Map([
  [paragraph, 'p'],
  [bulletList, 'ul'],
  [numberedList, 'ol'],
  [item, 'li'],
]);

function written(node: Node): Written {
  const known = writtenNodes.get(node);
  if (known) return known;
  const tag = TAGS.get(node.type)!;
  const content = node.type === paragraph ? writtenInline(node) : writtenContent(node);
  const result = { html: `<${tag}>${content.html}</${tag}>`, nodes: content.nodes + 1 };
  writtenNodes.set(node, result);
  return result;
}

function writtenContent(parent: Node): Written {
  let html = '';
  let nodes = 0;
  for (const child of parent.children) {
    const of = written(child);
    html += of.html;
    nodes += of.nodes;
  }
  return { html, nodes };
}

/** Serializes inline content. Adjacent nodes share the tags of common marks, outermost first. */
function writtenInline(parent: Node): Written {
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
  const parting = before.findIndex((mark, index) => !after[index]?.eq(mark));
  const shared = parting === -1 ? before.length : parting;
  const closing = before.slice(shared).toReversed().map(endTag);
  const opening = after.slice(shared).map(startTag);
  return [...closing, ...opening].join('');
}

function startTag(mark: Mark): string {
  if (mark.type === size) return `<span class="${sizeClass(mark.attrs['name'] as RichTextSize)}">`;
  return `<${mark.type.name}>`;
}

function endTag(mark: Mark): string {
  return mark.type === size ? '</span>' : `</${mark.type.name}>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (character) => ESCAPES[character] ?? '');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\u00a0': '&nbsp;',
};
