import type { Node } from 'prosemirror-model';
import {
  bulletList,
  item,
  lineBreak,
  numberedList,
  paragraph,
  schema,
} from '#app/rich-text-editor/model/schema.ts';
import { parseRichText } from '#server/platform/rich-text/parse-rich-text.ts';
import type { Block, Inline, RichText } from '#server/platform/rich-text/rich-text-model.ts';

/** Returns the editor's document for HTML, which it parses like the server because Node has no DOM. */
export function documentFrom(html: string): Node {
  return documentOf(parseRichText(html));
}

export function documentOf(model: RichText): Node {
  return schema.topNodeType.createChecked(null, model.length > 0 ? model.map(blockOf) : [paragraph.create()]);
}

function blockOf(block: Block): Node {
  if (block.kind === 'paragraph') return paragraph.createChecked(null, block.content.map(inlineOf));
  const items = block.items.map(({ content }) => item.createChecked(null, content.map(blockOf)));
  return (block.ordered ? numberedList : bulletList).createChecked(null, items);
}

function inlineOf(inline: Inline): Node {
  const marks = inline.marks.map((mark) =>
    mark in schema.marks ? schema.mark(mark) : schema.mark('size', { name: mark }),
  );
  return inline.kind === 'break' ? lineBreak.create(null, null, marks) : schema.text(inline.text, marks);
}
