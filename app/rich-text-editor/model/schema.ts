import { type DOMOutputSpec, type Node, Schema } from 'prosemirror-model';
import { RICH_TEXT_SIZES, type RichTextSize } from '#contract/rich-text.ts';

/**
 * All that the editor can hold: the same closed model that the server cleans to. An item begins with a paragraph;
 * marks are named in the order in which their tags nest. How deep lists stand in one another is the one rule that a
 * schema cannot say: `listDepthPlugin` keeps it.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    // Stored text keeps its line feeds and runs of spaces; they must come out of the editor as they went in.
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
    // Browsers write `b`, `i` and `strike` when their own menus format.
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
