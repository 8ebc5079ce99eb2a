import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

export type FoundElement = {
  name: string;
  attributes: Record<string, string>;
  /** Its text and that of everything in it, spaces as they are. */
  text: string;
};

/** Every element of a document as a browser without scripts would see it, in order. */
export function readElements(html: string): FoundElement[] {
  return descendants(parse(html)).map((element) => ({
    name: element.tagName,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    text: textOf(element),
  }));
}

/** What the elements of a name say, such as all headings of one level. */
export function textsOf(html: string, name: string): string[] {
  return readElements(html)
    .filter((element) => element.name === name)
    .map(({ text }) => text);
}

function descendants(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  return children.flatMap((child) => ('tagName' in child ? [child, ...descendants(child)] : []));
}

function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
