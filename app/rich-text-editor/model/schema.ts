import { type DOMOutputSpec, type Node, Schema } from 'prosemirror-model';
import { RICH_TEXT_SIZES, type RichTextSize } from '#contract/rich-text.ts';

/**
 * ProseMirror schema of the rich text that the server's sanitizer returns. Marks are declared in their nesting order.
 * A schema cannot limit the depth of lists, so `listDepthPlugin` does.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    // Preserve line feeds and runs of spaces in stored text.
    paragraph: {
      group: 'block',
      content: 'inline*',
      whitespace: 'pre',
      selectable: false,
      ...element('p'),
    },
    bulletList: { group: 'block', content: 'item+', selectable: false, ...element('ul') },
    numberedList: { group: 'block', content: 'item+', selectable: false, ...element('ol') },
    item: { content: 'paragraph block*', defining: true, selectable: false, ...element('li') },
    text: { group: 'inline' },
    lineBreak: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: (): DOMOutputSpec => ['br'],
      leafText: () => '\n',
    },
  },
  marks: {
    size: {
      attrs: { name: { validate: 'string' } },
      parseDOM: RICH_TEXT_SIZES.map((size) => ({ tag: `span.${size.class}`, attrs: { name: size.name } })),
      toDOM: (mark): DOMOutputSpec => ['span', { class: sizeClass(mark.attrs['name'] as RichTextSize) }, 0],
    },
    // Browser formatting commands produce `b`, `i` and `strike`.
    strong: element('strong', 'b'),
    em: element('em', 'i'),
    u: element('u'),
    s: element('s', 'strike', 'del'),
  },
});

export const { paragraph, bulletList, numberedList, item, lineBreak } = schema.nodes;
export const { size, strong, em, u, s } = schema.marks;

export function isList(node: Node): boolean {
  return node.type === bulletList || node.type === numberedList;
}

export function sizeClass(name: RichTextSize): string {
  return RICH_TEXT_SIZES.find((known) => known.name === name)!.class;
}

function element(name: string, ...otherNames: string[]) {
  return {
    parseDOM: [name, ...otherNames].map((tag) => ({ tag })),
    toDOM: (): DOMOutputSpec => [name, 0],
  };
}
