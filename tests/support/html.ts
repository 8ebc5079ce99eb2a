import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

export type FoundElement = {
  name: string;
  attributes: Record<string, string>;
  /** Text content, including descendants, with white space unchanged. */
  text: string;
};

/** Returns every element of a document in order, as a browser without JavaScript parses it. */
export function readElements(html: string): FoundElement[] {
  return descendants(parse(html)).map((element) => ({
    name: element.tagName,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    text: textOf(element),
  }));
}

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
