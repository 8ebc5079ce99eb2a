import { type DOMOutputSpec, type Node, Schema } from 'prosemirror-model';
import { linkOf, RICH_TEXT_SIZES } from '#contract/rich-text.ts';

/**
 * ProseMirror schema of the rich text that the server's sanitizer returns. Marks are declared in their nesting order.
 * A schema cannot limit the depth of lists, so `listDepthPlugin` does. Only the editor of pages has the commands that
 * create headings, tables, and links.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: '(block | heading | table)+' },
    // Preserve line feeds and runs of spaces in stored text.
    paragraph: {
      group: 'block',
      content: 'inline*',
      whitespace: 'pre',
      selectable: false,
      ...element('p'),
    },
    heading: {
      content: 'inline*',
      attrs: { level: { validate: 'number' } },
      defining: true,
      whitespace: 'pre',
      selectable: false,
      parseDOM: [2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: (node): DOMOutputSpec => [`h${node.attrs['level'] as number}`, 0],
    },
    table: {
      content: 'row+',
      isolating: true,
      selectable: false,
      parseDOM: [{ tag: 'table' }],
      toDOM: (): DOMOutputSpec => ['table', ['tbody', 0]],
    },
    row: { content: 'cell+', selectable: false, ...element('tr') },
    cell: {
      content: 'inline*',
      attrs: { isHeader: { default: false, validate: 'boolean' } },
      isolating: true,
      whitespace: 'pre',
      selectable: false,
      parseDOM: [{ tag: 'td' }, { tag: 'th', attrs: { isHeader: true } }],
      toDOM: (node): DOMOutputSpec => [node.attrs['isHeader'] ? 'th' : 'td', 0],
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
    link: {
      attrs: { href: { validate: 'string' } },
      // Text typed at the end of a link does not belong to it.
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs(anchor) {
            const href = linkOf(anchor.getAttribute('href') ?? '');
            return href === undefined ? false : { href };
          },
        },
      ],
      toDOM: (mark): DOMOutputSpec => ['a', { href: mark.attrs['href'] as string }, 0],
    },
    size: {
      attrs: { name: { validate: 'string' } },
      parseDOM: RICH_TEXT_SIZES.map((size) => ({ tag: `span.${size.class}`, attrs: { name: size.name } })),
      toDOM: (mark): DOMOutputSpec => {
        const known = RICH_TEXT_SIZES.find(({ name }) => name === mark.attrs['name']);
        return ['span', { class: known?.class }, 0];
      },
    },
    // Browser formatting commands produce `b`, `i` and `strike`.
    strong: element('strong', 'b'),
    em: element('em', 'i'),
    u: element('u'),
    s: element('s', 'strike', 'del'),
  },
});

export const { paragraph, heading, table, row, cell, bulletList, numberedList, item, lineBreak } =
  schema.nodes;
export const { link, size, strong, em, u, s } = schema.marks;

export function isList(node: Node): boolean {
  return node.type === bulletList || node.type === numberedList;
}

function element(name: string, ...otherNames: string[]) {
  return {
    parseDOM: [name, ...otherNames].map((tag) => ({ tag })),
    toDOM: (): DOMOutputSpec => [name, 0],
  };
}
