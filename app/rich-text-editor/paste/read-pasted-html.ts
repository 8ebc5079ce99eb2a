import { DOMParser as SchemaParser, Mark, type Node, type ParseRule, Schema } from 'prosemirror-model';
import { linkOf, RICH_TEXT_SIZES, type RichTextModel, type RichTextSize } from '#contract/rich-text.ts';
import { textCharacters } from '#shared/rich-text-html.ts';
import { lineBreak, link, schema, size } from '../model/schema.ts';
import { type FontSize, fontSizeOf, ordinarySize, sizeFor } from './font-size.ts';
import { simplifyHtml } from './simplify-html.ts';

/** Reduces pasted HTML to the formatting the toolbar offers. Keeps the text of unsupported elements. */
export function readPastedHtml(body: HTMLElement, model: RichTextModel = 'field') {
  const losses = simplifyHtml(body, model);
  return { blocks: inOurSchema(parser.parse(body), model), losses };
}

const { nodes: ourNodes, marks: ourMarks } = schema.spec;

/** The schema of the editor without the parts of pages. Collapses white space, and has marks for any font size. */
const pasteSchema = new Schema({
  nodes: {
    doc: { content: 'block*' },
    paragraph: { group: 'block', content: 'inline*' },
    bulletList: ourNodes.get('bulletList')!,
    numberedList: ourNodes.get('numberedList')!,
    item: ourNodes.get('item')!,
    text: ourNodes.get('text')!,
    lineBreak: { group: 'inline', inline: true, linebreakReplacement: true },
  },
  marks: ourMarks
    .update('link', { attrs: { href: {} } })
    .update('size', { attrs: { px: { default: 0 }, isInPixels: { default: false }, name: { default: '' } } })
    .addToEnd('spaces', {}),
});

/** Rules of a style that turns a mark on or off. Decorations of text also apply inside of it. */
function styleRules(mark: string, style: string, isOn: RegExp): ParseRule[] {
  const isOff = (value: string) =>
    style !== 'text-decoration-line' && value !== 'inherit' && !isOn.test(value);
  return [
    { style, mark, consuming: false, getAttrs: (value) => isOn.test(value) && null },
    { style, clearMark: ({ type }) => type.name === mark, getAttrs: (value) => isOff(value) && null },
  ];
}

const parser = new SchemaParser(pasteSchema, [
  ...RICH_TEXT_SIZES.map((each): ParseRule => {
    return { tag: `.${each.class}`, mark: 'size', attrs: { name: each.name }, consuming: false };
  }),
  { style: 'font-size', mark: 'size', getAttrs: (value) => fontSizeOf(value) ?? false },
  { tag: 'ul', node: 'bulletList' },
  { tag: 'ol', node: 'numberedList' },
  { tag: 'li', node: 'item' },
  { tag: 'br', node: 'lineBreak' },
  { tag: 'a[href]', mark: 'link', getAttrs: (anchor) => ({ href: anchor.getAttribute('href') }) },
  ...styleRules('strong', 'font-weight', /^(?:bold|[6-9]\d\d|\d{4})/),
  ...styleRules('em', 'font-style', /^(?:italic|oblique)/),
  ...styleRules('u', 'text-decoration-line', /underline/),
  ...styleRules('s', 'text-decoration-line', /line-through/),
  ...styleRules('spaces', 'white-space', /^(?:pre|break-spaces)/),
]);

const attrsOf = (node: Node, mark: string) => node.marks.find(({ type }) => type.name === mark)?.attrs;

/**
 * Returns the content of a line without the spaces that browsers do not render. They do not render a trailing line break
 * either. Word fills empty lines with a non-breaking space.
 */
function lineOf(paragraph: Node): Node[] {
  const line = paragraph.lastChild?.isText ? paragraph.children : paragraph.children.slice(0, -1);
  if (line.every((node) => node.isText && node.text!.trim() === '')) return [];
  return line.flatMap((node, at) => {
    if (!node.isText || attrsOf(node, 'spaces')) return node;
    let text = node.text!;
    if (!line[at - 1]?.isText) text = text.replace(/^ /, '');
    if (!line[at + 1]?.isText) text = text.replace(/ $/, '');
    return text === '' ? [] : pasteSchema.text(text, node.marks);
  });
}

/** Converts pasted nodes. Keeps font sizes that differ from the ordinary one. */
function inOurSchema(pasted: Node, model: RichTextModel): readonly Node[] {
  const runs: { text: string; px: number | undefined }[] = [];
  pasted.descendants((node) => {
    for (const each of node.isTextblock ? lineOf(node) : [])
      runs.push({ text: each.text ?? '', px: (attrsOf(each, 'size')?.['px'] as number) || undefined });
  });
  const ordinaryPx = ordinarySize(runs);

  function ourMark({ type: { name }, attrs }: Mark, of: Node): Mark | undefined {
    if (name === 'size') {
      const ours = (attrs['name'] as RichTextSize | '') || sizeFor(attrs as FontSize, ordinaryPx);
      return ours && size.create({ name: ours });
    }
    if (name === 'link') {
      const href = model === 'page' ? linkOf(attrs['href'] as string) : undefined;
      return href === undefined ? undefined : link.create({ href });
    }
    // Most links are pasted as plain text, so drop their underline.
    const isLeftOut = name === 'spaces' || (name === 'u' && attrsOf(of, 'link'));
    return isLeftOut ? undefined : schema.mark(name);
  }

  function ourInline(node: Node): Node | Node[] {
    const marks = Mark.setFrom(node.marks.flatMap((mark) => ourMark(mark, node) ?? []));
    if (!node.isText) return lineBreak.create(null, null, marks);
    const text = textCharacters(node.text!);
    return text === '' ? [] : schema.text(text, marks);
  }

  const ourBlock = (node: Node): Node =>
    schema.node(
      node.type.name,
      null,
      node.isTextblock ? lineOf(node).flatMap(ourInline) : node.children.map(ourBlock),
    );
  return pasted.children.map(ourBlock);
}
