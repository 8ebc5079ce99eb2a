import { escapeUTF8 } from 'entities/escape';
import { imageExtension } from '#contract/image-extension.ts';
import { BLOCK_MAX_LENGTH, FRAME_HEIGHT, TABLE_BLOCK_MAX } from '#contract/own-pages.ts';
import { hasVisibleCharacter, hasVisibleText, linkOf } from '#contract/rich-text.ts';
import { counted } from '#contract/text.ts';
import { markOf, meaningOf } from '#server/platform/rich-text/parse-rich-text.ts';
import { frameProblem } from '#shared/frame-origins.ts';
import { quoted, type DroppedKind, type Findings } from './findings.ts';
import {
  attributeOf,
  collapse,
  elementsIn,
  findElement,
  isElement,
  isText,
  textOf,
  type Element,
  type Node,
} from './read-html.ts';
import { cellsOf, isDataTable, readTableTexts, rowsOf, type TableTexts } from './read-table.ts';

/** Part of a page, in its order. `file` is the path of a file on this machine. */
export type Piece =
  | { kind: 'heading'; level: 2 | 3; text: string }
  /** HTML of paragraphs, lists, and tables, each complete. It is not cleaned yet. */
  | { kind: 'text'; html: string[] }
  | { kind: 'picture'; file: string; alt: string; caption: string }
  | ({ kind: 'table' } & TableTexts)
  | { kind: 'documents'; documents: { file: string; title: string }[] }
  | { kind: 'frame'; title: string; address: string; height: number };

/** What the addresses in a page lead to. */
export type PageSources = {
  /** Returns the path of the file beside the page that an address names. */
  findFile(address: string): string | undefined;
  /** Returns the path of a document beside the page that a link leads to. */
  findDocument(address: string): string | undefined;
  /** Returns the new address of a link, or undefined after adding to the findings why it has none. Uses documents. */
  findLink(address: string, text: string): string | undefined;
  frameOrigins: readonly string[];
};

/**
 * What surrounds a node: tags of marks, the address of a link of text, the old address of a link that has only images,
 * whether the text is in `pre`, and the caption of a figure.
 */
type Context = { marks: readonly string[]; link: string; imageLink: string; isPre: boolean; caption: string };

const OUTERMOST: Context = { marks: [], link: '', imageLink: '', isPre: false, caption: '' };

/**
 * Reads the main content as pieces, and adds what does not come over to the findings. `isWhole` means that the page has
 * no main content of which to leave out the surroundings. In text with `hasLineBreaks`, an empty line ends a paragraph.
 */
export function readPieces(
  root: Element,
  {
    sources,
    findings,
    isWhole = false,
    hasLineBreaks = false,
  }: { sources: PageSources; findings: Findings; isWhole?: boolean; hasLineBreaks?: boolean },
): Piece[] {
  const pieces: Piece[] = [];
  /** Complete paragraphs, lists, and tables of the current text. */
  let fragments: string[] = [];
  /** Inline HTML of the current paragraph. */
  let paragraph = '';
  let isVisible = false;
  let endsWithSpace = true;
  let endsWithBreak = false;
  /** HTML of the outermost list or table that is open, and the number of open ones. */
  let captured = '';
  let captures = 0;
  /** Pieces that were inside of a paragraph, list, or table, and follow it. */
  let later: Piece[] = [];
  /** Number of images and texts so far, to notice links without any. */
  let shown = 0;
  const unknown = new Map<string, number>();

  function endParagraph(): void {
    const html = paragraph
      .replace(/(?<!<br>\s*)(?:<br>\s*)+$/, '')
      .replace(/(?<!\s)\s+((?:<\/\w+>)*)$/, '$1');
    if (isVisible) addFragment(`<p>${html}</p>`);
    paragraph = '';
    isVisible = false;
    endsWithSpace = true;
    endsWithBreak = false;
    if (captures === 0) addLater();
  }

  function addFragment(html: string): void {
    if (captures > 0) captured += html;
    else fragments.push(html);
  }

  function addLater(): void {
    const waiting = later;
    later = [];
    for (const piece of waiting) addPiece(piece);
  }

  function addPiece(piece: Piece): void {
    if (captures > 0 || isVisible) return void later.push(piece);
    if (fragments.length > 0) pieces.push({ kind: 'text', html: fragments });
    fragments = [];
    pieces.push(piece);
  }

  function capture(html: [start: string, end: string], work: () => void): void {
    endParagraph();
    captures += 1;
    captured += html[0];
    work();
    endParagraph();
    captured += html[1];
    captures -= 1;
    if (captures > 0) return;
    if (hasVisibleText(captured)) fragments.push(captured);
    captured = '';
    addLater();
  }

  function addText(text: string, { marks, link, isPre }: Context): void {
    const lines = isPre || hasLineBreaks ? text.split('\n') : [text];
    for (const [at, line] of lines.entries()) {
      if (at > 0) addBreak();
      addWords(collapse(line), [...(link ? [`a href="${escapeUTF8(link)}"`] : []), ...marks]);
    }
  }

  function addWords(words: string, tags: readonly string[]): void {
    const added = endsWithSpace ? words.trimStart() : words;
    if (added === '') return;
    paragraph += tags.map((tag) => `<${tag}>`).join('') + escapeUTF8(added);
    paragraph += tags
      .toReversed()
      .map((tag) => `</${tag.split(' ', 1)[0]}>`)
      .join('');
    endsWithSpace = added.endsWith(' ');
    if (!hasVisibleCharacter(added)) return;
    isVisible = true;
    endsWithBreak = false;
    shown += 1;
  }

  /** Two line breaks end a paragraph. */
  function addBreak(): void {
    if (!isVisible) return;
    if (endsWithBreak) return endParagraph();
    paragraph += '<br>';
    endsWithSpace = true;
    endsWithBreak = true;
  }

  function visitChildren(parent: { childNodes: Node[] }, context: Context): void {
    for (const child of parent.childNodes) {
      if (isText(child)) addText(child.value, context);
      else if (isElement(child)) visit(child, context);
    }
  }

  function visitBlock(element: Element, context: Context): void {
    endParagraph();
    visitChildren(element, context);
    endParagraph();
  }

  function visit(element: Element, context: Context): void {
    const { tagName } = element;
    const left = leftOut(element, isWhole);
    // Parts that open on a click are hidden in a saved page, so someone may miss their text.
    if (left === 'hidden' && textOf(element) !== '')
      return findings.drop(`Hidden part: “${quoted(textOf(element))}”`);
    if (left) return findings.count(left);
    const show = VISITS[tagName];
    if (show) return show(element, context);
    const meaning = meaningOf(tagName);
    if (meaning === 'paragraph' || meaning === 'boundary' || BLOCKS.has(tagName))
      return visitBlock(element, context);
    if (meaning === 'inline' && !INLINE.has(tagName)) unknown.set(tagName, (unknown.get(tagName) ?? 0) + 1);
    return visitChildren(element, { ...context, marks: withMarks(context.marks, element) });
  }

  function visitHeading(element: Element, context: Context): void {
    const text = textOf(element);
    const images = [...elementsIn(element)].filter(({ tagName }) => tagName === 'img');
    endParagraph();
    if (hasVisibleCharacter(text)) {
      shown += 1;
      for (const each of elementsIn(element)) {
        if (each.tagName === 'a' && attributeOf(each, 'href') !== '')
          findings.drop(`The link of the heading “${quoted(text)}” to ${quoted(attributeOf(each, 'href'))}`);
      }
      if (context.link) findings.drop(`The link of the heading “${quoted(text)}” to ${quoted(context.link)}`);
      const isShort = text.length <= BLOCK_MAX_LENGTH.heading;
      if (captures > 0 || !isShort) addFragment(`<p><strong>${escapeUTF8(text)}</strong></p>`);
      else addPiece({ kind: 'heading', level: isSubheading(element.tagName) ? 3 : 2, text });
    }
    for (const image of images) visitImage(image, context);
  }

  function visitImage(element: Element, { caption, imageLink }: Context): void {
    const sizes = [attributeOf(element, 'width'), attributeOf(element, 'height')].map((size) =>
      Number.parseInt(size, 10),
    );
    if (sizes.some((size) => size <= 3)) return findings.count('spacer');
    const isEnlarged = imageExtension(imageLink.replace(/[?#].*$/s, '')) !== undefined;
    const addresses = [...(isEnlarged ? [imageLink] : []), ...imageAddresses(element)];
    const alt = collapse(attributeOf(element, 'alt')).trim();
    const file = addresses.map((address) => sources.findFile(address)).find((each) => each !== undefined);
    if (file === undefined) {
      const named = addresses[0] ?? 'without an address';
      return findings.drop(
        `Image ${quoted(named)}${alt && ` (“${quoted(alt)}”)`}: ${isPlaceholder(named) ? "it's inside the page's code" : 'not beside the page'}`,
      );
    }
    shown += 1;
    if (imageLink && !isEnlarged) findings.drop(`The link of an image to ${quoted(imageLink)}`);
    return addPiece({ kind: 'picture', file, alt, caption });
  }

  function visitFigure(element: Element, context: Context): void {
    const inside = [...elementsIn(element)];
    const caption = inside.find(({ tagName }) => tagName === 'figcaption');
    const words = textOf(element);
    if (/^https?:\/\/\S+$/.test(words) && !inside.some(({ tagName }) => tagName === 'a')) {
      endParagraph();
      return showFrame(words, { title: '', height: '' }, context);
    }
    const images = inside.filter(({ tagName }) => tagName === 'img');
    const tables = inside.filter(({ tagName }) => tagName === 'table');
    if (!caption || images.length + tables.length !== 1) return visitBlock(element, context);
    endParagraph();
    const text = textOf(caption).slice(0, BLOCK_MAX_LENGTH.caption);
    visitChildren(
      { childNodes: element.childNodes.filter((each) => each !== caption) },
      { ...context, caption: text },
    );
    return endParagraph();
  }

  function visitLink(element: Element, context: Context): void {
    const address = attributeOf(element, 'href').trim();
    const text = textOf(element);
    const before = shown;
    if (address === '' || address.startsWith('#')) return visitChildren(element, context);
    // Images have no links on the new page.
    const isAroundImage = text === '';
    const link = isAroundImage ? '' : linkOf(sources.findLink(address, text) ?? '');
    visitChildren(element, { ...context, link: link ?? '', imageLink: isAroundImage ? address : '' });
    if (isAroundImage && shown === before) findings.drop(`A link without text to ${quoted(address)}`);
    return undefined;
  }

  function visitList(element: Element, context: Context): void {
    const documents = captures === 0 ? documentsIn(element, sources) : undefined;
    if (documents) {
      endParagraph();
      shown += 1;
      return addPiece({ kind: 'documents', documents });
    }
    return capture([`<${element.tagName}>`, `</${element.tagName}>`], () => visitChildren(element, context));
  }

  function visitItem(element: Element, context: Context): void {
    if (captures === 0) return visitBlock(element, context);
    endParagraph();
    captured += '<li>';
    visitBlock(element, context);
    captured += '</li>';
    return undefined;
  }

  function visitTable(element: Element, context: Context): void {
    endParagraph();
    if (!isDataTable(element)) return visitLayout(element, context);
    const texts = captures === 0 ? readTableTexts(element) : undefined;
    if (!texts) return visitRichTable(element, context);
    shown += 1;
    const { headers, rows } = texts;
    for (let start = 0; start === 0 || start < rows.length; start += TABLE_BLOCK_MAX.rows) {
      const caption =
        start === 0 ? (texts.caption || context.caption).slice(0, BLOCK_MAX_LENGTH.caption) : '';
      addPiece({ kind: 'table', caption, headers, rows: rows.slice(start, start + TABLE_BLOCK_MAX.rows) });
    }
    return undefined;
  }

  /** Shows a table as text, in which cells can have links. */
  function visitRichTable(table: Element, context: Context): void {
    const rows = rowsOf(table);
    for (let start = 0; start < rows.length; start += TABLE_BLOCK_MAX.rows) {
      capture(['<table>', '</table>'], () => {
        for (const row of rows.slice(start, start + TABLE_BLOCK_MAX.rows)) visitRow(row, context);
      });
    }
    if (context.caption) addFragment(`<p>${escapeUTF8(context.caption)}</p>`);
  }

  function visitRow(row: Element, context: Context): void {
    captured += '<tr>';
    for (const cell of cellsOf(row)) {
      captured += `<${cell.tagName}>`;
      visitBlock(cell, context);
      captured += `</${cell.tagName}>`;
    }
    captured += '</tr>';
  }

  function visitLayout(table: Element, context: Context): void {
    for (const cell of rowsOf(table).flatMap(cellsOf)) {
      if (isMenu(cell, sources)) findings.count('menu');
      else visitBlock(cell, context);
    }
  }

  function showFrame(
    source: string,
    { title, height }: { title: string; height: string },
    context: Context,
  ): void {
    const address = source.trim().replace(/^(?:http:)?\/\//, 'https://');
    const shownAs = frameAddresses(address).find(
      (each) => !frameProblem(each, sources.frameOrigins) && each.length <= BLOCK_MAX_LENGTH.frameAddress,
    );
    if (shownAs === undefined) {
      if (!/^https?:/i.test(address))
        return findings.drop(`A frame of ${quoted(address) || 'the page itself'}`);
      const link = linkOf(address);
      const instead = link ? ' A link is in its place.' : '';
      const problem = frameProblem(address, sources.frameOrigins) ?? 'Its address is too long.';
      findings.drop(`Frame ${quoted(address)}: ${problem}${instead}`);
      if (link) addWords(title || frameName(link), [`a href="${escapeUTF8(link)}"`]);
      return endParagraph();
    }
    const px = Number.parseInt(height, 10);
    shown += 1;
    return addPiece({
      kind: 'frame',
      title: (title || context.caption || frameName(shownAs)).slice(0, BLOCK_MAX_LENGTH.frameTitle),
      address: shownAs,
      height: px > 0 ? Math.min(Math.max(px, FRAME_HEIGHT.min), FRAME_HEIGHT.max) : FRAME_HEIGHT.first,
    });
  }

  const visitFrame = (element: Element, context: Context): void => {
    endParagraph();
    const title = collapse(attributeOf(element, 'title')).trim();
    const source = ['src', 'data-src', 'data'].map((name) => attributeOf(element, name));
    showFrame(
      source.find((each) => each !== '') ?? '',
      { title, height: attributeOf(element, 'height') },
      context,
    );
  };

  const visitMedia = (element: Element): void => {
    const addresses = [element, ...elementsIn(element)].map((each) => attributeOf(each, 'src'));
    const address = addresses.find((each) => each !== '');
    findings.drop(
      `${element.tagName === 'audio' ? 'Sound' : 'Video'} ${quoted(address ?? '') || 'without an address'}`,
    );
  };

  const visitForm = (element: Element, context: Context): void => {
    // Some servers put the whole page into a form.
    const isPage = findElement(element, (each) => attributeOf(each, 'name') === '__VIEWSTATE');
    if (isPage) return visitBlock(element, context);
    return findings.count('form');
  };

  const VISITS: Readonly<Record<string, (element: Element, context: Context) => void>> = {
    __proto__: null as never,
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary'].map((tag) => [tag, visitHeading])),
    br: addBreak,
    img: visitImage,
    figure: visitFigure,
    a: visitLink,
    ul: visitList,
    ol: visitList,
    li: visitItem,
    table: visitTable,
    iframe: visitFrame,
    embed: visitFrame,
    object: visitFrame,
    video: visitMedia,
    audio: visitMedia,
    form: visitForm,
    button: (element) => findings.drop(`Button “${quoted(textOf(element))}”`),
    pre: (element, context) => visitBlock(element, { ...context, isPre: true }),
    area: (element) => findings.drop(`A link of an image map to ${quoted(attributeOf(element, 'href'))}`),
  };

  visitBlock(root, OUTERMOST);
  if (fragments.length > 0) pieces.push({ kind: 'text', html: fragments });
  for (const [tagName, count] of unknown)
    findings.check(`${counted(count, 'element')} named ${quoted(tagName)}: only the text inside came over.`);
  return pieces;
}

/** Returns what an element is that does not come over, or undefined. */
function leftOut(element: Element, isWhole: boolean): DroppedKind | undefined {
  const { tagName } = element;
  const role = attributeOf(element, 'role');
  if (tagName === 'style' || isStyleSheet(element)) return 'style';
  if (tagName === 'script' || tagName === 'noscript') return 'script';
  if (tagName === 'nav' || role === 'navigation') return 'menu';
  if (isWhole && (tagName === 'header' || role === 'banner')) return 'header';
  if (isWhole && (tagName === 'footer' || role === 'contentinfo')) return 'footer';
  if (isWhole && (tagName === 'aside' || role === 'complementary')) return 'sidebar';
  if (FIELDS.has(tagName)) return 'field';
  if (DRAWINGS.has(tagName)) return 'drawing';
  if (NEVER_SHOWN.has(tagName) || isHidden(element)) return 'hidden';
  return undefined;
}

/** Counts what is outside of the main content, and returns the text there. */
export function readOutside(document: { childNodes: Node[] }, root: Element, findings: Findings): string {
  const around = new Set<unknown>();
  for (let parent = root.parentNode; parent; parent = 'parentNode' in parent ? parent.parentNode : null)
    around.add(parent);
  return collapse(textOutside(document, { root, around, findings })).trim();
}

function textOutside(
  parent: { childNodes: Node[] },
  main: { root: Element; around: ReadonlySet<unknown>; findings: Findings },
): string {
  const { root, around, findings } = main;
  const texts = parent.childNodes.map((child) => {
    if (isText(child)) return child.value;
    if (!isElement(child) || child === root || child.tagName === 'title') return '';
    const left = child.tagName === 'form' ? 'form' : leftOut(child, true);
    if (left === undefined || around.has(child)) return textOutside(child, main);
    findings.count(left);
    return '';
  });
  return texts.join(' ');
}

const isStyleSheet = (element: Element): boolean =>
  element.tagName === 'link' && /\bstylesheet\b/i.test(attributeOf(element, 'rel'));

const FIELDS: ReadonlySet<string> = new Set('input select textarea datalist'.split(' '));
const DRAWINGS: ReadonlySet<string> = new Set('svg canvas math'.split(' '));
const NEVER_SHOWN: ReadonlySet<string> = new Set('template noembed noframes dialog'.split(' '));

const isHidden = (element: Element): boolean =>
  element.attrs.some(
    ({ name, value }) =>
      name === 'hidden' || (name === 'style' && /(?:^|;)\s*display\s*:\s*none\b/i.test(value)),
  );

/** Elements with a line break before and after, as in `meaningOf`. */
const BLOCKS: ReadonlySet<string> = new Set('body td th tr tbody thead tfoot caption main'.split(' '));

/** Elements inside of a line, other than marks, that HTML defines or old pages have. */
const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd label map mark meter nobr output ' +
    'picture progress q rp rt ruby s samp small source span strike strong sub sup time tt u var wbr link meta param'
  ).split(' '),
);

function withMarks(marks: readonly string[], element: Element): readonly string[] {
  const style = attributeOf(element, 'style');
  const added = [
    markOf(element.tagName),
    /font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style) ? 'strong' : undefined,
    /font-style\s*:\s*italic/i.test(style) ? 'em' : undefined,
  ].filter((mark) => mark !== undefined);
  return added.length === 0 ? marks : [...new Set([...marks, ...added])];
}

const isSubheading = (tagName: string) => tagName !== 'h1' && tagName !== 'h2';

const isPlaceholder = (address: string) => /^data:/i.test(address);

/** Returns the addresses of an image, the best first: builders load images later, from other attributes. */
function imageAddresses(element: Element): string[] {
  const srcset = attributeOf(element, 'srcset').split(/(?<!\s)\s*,\s+/);
  const addresses = [
    ...['data-src', 'data-lazy-src', 'data-original', 'src'].map((name) => attributeOf(element, name).trim()),
    ...srcset.map((each) => each.trim().split(/\s/, 1)[0] ?? ''),
  ].filter((address) => address !== '');
  return [
    ...addresses.filter((address) => !isPlaceholder(address)),
    ...addresses.filter((address) => isPlaceholder(address)),
  ];
}

/** Returns the documents of a list that has nothing but links to documents beside the page, or undefined. */
function documentsIn(list: Element, sources: PageSources) {
  const items = list.childNodes.filter(isElement);
  const documents = items.flatMap((item) => {
    const links = [...elementsIn(item)].filter(({ tagName }) => tagName === 'a');
    const [link] = links;
    const isOnlyLink = link && links.length === 1 && textOf(link) !== '' && textOf(link) === textOf(item);
    const file = isOnlyLink ? sources.findDocument(attributeOf(link, 'href')) : undefined;
    return isOnlyLink && file !== undefined ? { file, title: textOf(link) } : [];
  });
  return documents.length > 0 && documents.length === items.length ? documents : undefined;
}

const MENU_LINKS = 4;

/** Returns true for a cell of a layout that has only links to pages of the website. */
function isMenu(cell: Element, sources: PageSources): boolean {
  const links = [...elementsIn(cell)].filter(({ tagName }) => tagName === 'a');
  const linked = links.map(textOf).join('').replaceAll(' ', '');
  return (
    links.length >= MENU_LINKS &&
    links.every(
      (link) => isPagePath(attributeOf(link, 'href')) && !sources.findDocument(attributeOf(link, 'href')),
    ) &&
    textOf(cell).replaceAll(/[\s|•·]/g, '').length <= linked.length
  );
}

const isPagePath = (address: string) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address.trim());

const isYouTube = ({ hostname }: URL): boolean =>
  /^(?:(?:www|m)\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)$/.test(hostname);

function frameName(address: string): string {
  const url = new URL(address);
  return isYouTube(url) ? 'Video' : url.host;
}

/** Returns the addresses under which a video of YouTube can be shown in a frame, or the address itself. */
function frameAddresses(address: string): string[] {
  const url = URL.parse(address);
  const id =
    url &&
    isYouTube(url) &&
    (url.searchParams.get('v') ?? /^\/(?:(?:embed|shorts|live|v)\/)?([\w-]+)$/.exec(url.pathname)?.[1]);
  if (!id || !/^[\w-]+$/.test(id)) return [address];
  return [address, ...['-nocookie', ''].map((name) => `https://www.youtube${name}.com/embed/${id}`)].filter(
    (each) => each.includes('/embed/'),
  );
}
