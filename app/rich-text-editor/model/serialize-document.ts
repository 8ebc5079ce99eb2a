import { escapeText } from 'entities/escape';
import type { Node } from 'prosemirror-model';
import { hasVisibleCharacter } from '#contract/rich-text.ts';
import { serializeRuns, startTag, textCharacters, type Run } from '#shared/rich-text-html.ts';
import { bulletList, cell, heading, item, lineBreak, numberedList, paragraph, row, table } from './schema.ts';

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

function serializeInline(parent: Node): Serialized {
  const runs = parent.children.flatMap(({ type, text = '', marks }): Run | Run[] => {
    const html = type === lineBreak ? '<br>' : escapeText(textCharacters(text));
    const tags = marks.map((mark) =>
      startTag({ name: mark.type.name, ...(mark.attrs as { name?: string; href?: string }) }),
    );
    return html === '' ? [] : { tags, html };
  });
  return { html: serializeRuns(runs), nodes: runs.length };
}
