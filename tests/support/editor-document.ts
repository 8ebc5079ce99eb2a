import type { Node } from 'prosemirror-model';
import {
  bulletList,
  cell,
  heading,
  item,
  lineBreak,
  numberedList,
  paragraph,
  row,
  schema,
  table,
} from '#app/rich-text-editor/model/schema.ts';
import type { RichTextModel } from '#contract/rich-text.ts';
import { parseRichText } from '#server/platform/rich-text/parse-rich-text.ts';
import {
  isLink,
  type Block,
  type Inline,
  type RichText,
} from '#server/platform/rich-text/rich-text-model.ts';

/** Returns the editor's document for HTML, which it parses like the server because Node has no DOM. */
export function documentFrom(html: string, model: RichTextModel = 'field'): Node {
  return documentOf(parseRichText(html, model));
}

export function documentOf(model: RichText): Node {
  return schema.topNodeType.createChecked(null, model.length > 0 ? model.map(blockOf) : [paragraph.create()]);
}

function blockOf(block: Block): Node {
  if (block.kind === 'paragraph') {
    const { level, content } = block;
    const [type, attrs] = level === undefined ? [paragraph, null] : [heading, { level }];
    return type.createChecked(attrs, content.map(inlineOf));
  }
  if (block.kind === 'table') {
    const rows = block.rows.map((cells) =>
      row.createChecked(
        null,
        cells.map(({ isHeader, content }) => cell.createChecked({ isHeader }, content.map(inlineOf))),
      ),
    );
    return table.createChecked(null, rows);
  }
  const items = block.items.map(({ content }) => item.createChecked(null, content.map(blockOf)));
  return (block.ordered ? numberedList : bulletList).createChecked(null, items);
}

function inlineOf(inline: Inline): Node {
  const marks = inline.marks.map((mark) =>
    isLink(mark)
      ? schema.mark('link', { href: mark.slice('link:'.length) })
      : mark in schema.marks
        ? schema.mark(mark)
        : schema.mark('size', { name: mark }),
  );
  return inline.kind === 'break' ? lineBreak.create(null, null, marks) : schema.text(inline.text, marks);
}
