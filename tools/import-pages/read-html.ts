import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from 'parse5';
import { shifted, type Shift } from '#shared/superscript.ts';

export type Node = DefaultTreeAdapterMap['childNode'];
export type Element = DefaultTreeAdapterMap['element'];
type Parent = DefaultTreeAdapterMap['parentNode'];

export const isElement = defaultTreeAdapter.isElementNode;
export const isText = defaultTreeAdapter.isTextNode;

/** Pages of site builders have a few thousand elements, nested up to about fifty deep. */
const MAX_STEPS = 200_000;
/** Browsers also stop nesting at 512. */
const MAX_DEPTH = 512;

/** Thrown for a page that cannot be imported. The message is a sentence for the report. */
export class PageProblem extends Error {
  override name = 'PageProblem';
}

/** Parses a page. Runs and loads nothing. Throws PageProblem if it takes too much work, or nests too deeply to walk. */
export function readHtml(html: string): DefaultTreeAdapterMap['document'] {
  let steps = 0;
  const depths = new WeakMap<Parent, number>();
  function countStep(): void {
    steps += 1;
    if (steps > MAX_STEPS) throw new PageProblem('This page has too many elements. Import a smaller one.');
  }
  function countDepth(parent: Parent, child: Node): void {
    const depth = (depths.get(parent) ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new PageProblem("This page's elements are nested too deeply.");
    if (isElement(child)) depths.set(child, depth);
  }
  const document = parse(html.toWellFormed(), {
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(tagName, namespace, attributes) {
        countStep();
        return defaultTreeAdapter.createElement(tagName, namespace, attributes);
      },
      detachNode(node) {
        countStep();
        defaultTreeAdapter.detachNode(node);
      },
      appendChild(parent, child) {
        countDepth(parent, child);
        defaultTreeAdapter.appendChild(parent, child);
      },
      insertBefore(parent, child, reference) {
        countDepth(parent, child);
        defaultTreeAdapter.insertBefore(parent, child, reference);
      },
    },
  });
  for (const element of elementsIn(document)) shiftDigits(element);
  return document;
}

/** Keeps the digits of a superscript or subscript from joining the number before it. */
function shiftDigits(element: Element): void {
  const style = /\bvertical-align\s*:\s*(super|sub)\b/i.exec(attributeOf(element, 'style'))?.[1];
  const shift = { sup: 'super', sub: 'sub' }[element.tagName] ?? style?.toLowerCase();
  if (!shift) return;
  for (const parent of [element, ...elementsIn(element)])
    for (const child of parent.childNodes)
      if (isText(child)) child.value = shifted(child.value, shift as Shift);
}

export const attributeOf = ({ attrs }: Element, name: string): string =>
  attrs.find((each) => each.name === name)?.value ?? '';

/** Yields the elements inside of a node, in the order of the document. */
export function* elementsIn({ childNodes }: Pick<Parent, 'childNodes'>): Generator<Element> {
  const waiting = childNodes.filter(isElement).toReversed();
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    yield element;
    // Not `push(...)`, because an element can have more children than a call can have arguments.
    for (const child of element.childNodes.toReversed()) if (isElement(child)) waiting.push(child);
  }
}

export function findElement(
  parent: Pick<Parent, 'childNodes'>,
  isWanted: (element: Element) => boolean,
): Element | undefined {
  for (const element of elementsIn(parent)) if (isWanted(element)) return element;
  return undefined;
}

const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg']);

/** Returns the text inside of a node, with single spaces. */
export function textOf(node: Node | Pick<Parent, 'childNodes'>): string {
  return collapse(rawText(node)).trim();
}

export const collapse = (text: string): string => text.replaceAll(/[ \t\n\r\f]+/g, ' ');

function rawText(node: Node | Pick<Parent, 'childNodes'>): string {
  if ('nodeName' in node && isText(node)) return node.value;
  if (!('childNodes' in node)) return '';
  if ('tagName' in node && UNSEEN.has(node.tagName)) return '';
  const isBreak = 'tagName' in node && BREAKS.has(node.tagName);
  const text = node.childNodes.map(rawText).join('');
  return isBreak ? ` ${text} ` : text;
}

const BREAKS: ReadonlySet<string> = new Set([
  'br',
  'p',
  'div',
  'li',
  'td',
  'th',
  'tr',
  'figcaption',
  'dt',
  'dd',
]);

/**
 * Returns the main content: `main`, the only `article`, or an element with that role, if something is in it, and
 * otherwise the body. `isWhole` is true for the body.
 */
export function findContent(document: DefaultTreeAdapterMap['document']): {
  root: Element;
  isWhole: boolean;
} {
  const body = findElement(document, ({ tagName }) => tagName === 'body' || tagName === 'frameset');
  if (!body || body.tagName === 'frameset')
    throw new PageProblem('This page only shows other pages in frames. Import those instead.');
  const all = [...elementsIn(body)];
  const articles = all.filter(({ tagName }) => tagName === 'article');
  const main =
    all.find(({ tagName }) => tagName === 'main') ??
    (articles.length === 1 ? articles[0] : undefined) ??
    all.find((element) => attributeOf(element, 'role') === 'main');
  const hasContent = main && (textOf(main) !== '' || findElement(main, ({ tagName }) => tagName === 'img'));
  return hasContent ? { root: main, isWhole: false } : { root: body, isWhole: true };
}

/** What a page says about itself. `url` is its old address, if the page names it. */
export type Head = { title: string; description: string; url: URL | undefined; base: URL | undefined };

export function readHead(document: DefaultTreeAdapterMap['document'], html: string): Head {
  const head = findElement(document, ({ tagName }) => tagName === 'head');
  const elements = head ? [...elementsIn(head)] : [];
  const meta = (name: string) => {
    const found = elements.find(
      (each) =>
        each.tagName === 'meta' &&
        [attributeOf(each, 'name'), attributeOf(each, 'property')].some((key) => key.toLowerCase() === name),
    );
    return found ? collapse(attributeOf(found, 'content')).trim() : '';
  };
  const title = elements.find(({ tagName }) => tagName === 'title');
  const canonical = elements.find(
    (each) => each.tagName === 'link' && attributeOf(each, 'rel').toLowerCase() === 'canonical',
  );
  // Browsers write it into the pages that they save.
  const saved = /<!-- saved from url=\(\d+\)(https?:\S+) -->/.exec(html.slice(0, 2000))?.[1];
  const addresses = [canonical && attributeOf(canonical, 'href'), meta('og:url'), saved];
  const url = addresses.map((address) => webAddress(address ?? '')).find((each) => each !== undefined);
  const base = elements.find(({ tagName }) => tagName === 'base');
  return {
    title: title ? textOf(title) : '',
    description: meta('description'),
    url,
    base: (base && webAddress(attributeOf(base, 'href'))) ?? url,
  };
}

function webAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}
