import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { PAGE_MAX_LENGTH } from '#contract/own-pages.ts';
import { counted } from '#contract/text.ts';
import { decodeText } from '#shared/decode-text.ts';
import { quoted } from './findings.ts';
import { fileKey, urlKey, type OldPlace } from './old-links.ts';
import {
  findContent,
  findElement,
  PageProblem,
  readHead,
  readHtml,
  textOf,
  type Element,
  isElement,
} from './read-html.ts';
import {
  hasLineBreaks,
  isWordPressExport,
  readWordPressItems,
  withoutShortcodes,
  type WordPressItem,
} from './read-wordpress-export.ts';

export type SavedPage = {
  /** What the report calls it. */
  name: string;
  place: OldPlace;
  title: string;
  description: string;
  /** What links in other pages may call it. The first one identifies it in later imports. */
  keys: string[];
  /** What someone should check about the page. */
  notes: string[];
  /** Names of plugins that filled in parts of the page. */
  codes: string[];
  hasLineBreaks: boolean;
  html: () => string;
};

export type SavedPages = {
  /** Folder of the files that the pages may use. */
  root: string;
  pages: SavedPage[];
  /** Pages that cannot be read. */
  problems: { name: string; problem: string }[];
  /** Lines about parts of an export that are no pages. */
  leftOut: string[];
};

const HTML_MAX_BYTES = 10 * 1024 * 1024;
const EXPORT_MAX_BYTES = 200 * 1024 * 1024;
const FILES_MAX = 2000;

/** Reads a page, a WordPress export, or the pages of a folder. Throws PageProblem if there are none. */
export function readSavedPages(path: string): SavedPages {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new PageProblem(`${path} doesn't exist. Check the name.`);
  if (stats.isDirectory()) return readFolder(path);
  if (!stats.isFile()) throw new PageProblem(`${path} is neither a file nor a folder.`);
  if (extname(path).toLowerCase() === '.xml') return readExport(path, stats.size);
  return { root: dirname(path), pages: [readPage(dirname(path), path)], problems: [], leftOut: [] };
}

function readFolder(root: string): SavedPages {
  const files = htmlFilesIn(root).toSorted();
  if (files.length === 0)
    throw new PageProblem(
      `${root} has no saved pages (.html or .htm). For a WordPress export, name its .xml file instead.`,
    );
  if (files.length > FILES_MAX)
    throw new PageProblem(
      `${root} has more than ${counted(FILES_MAX, 'page')}. Import its folders one at a time.`,
    );
  const pages: SavedPage[] = [];
  const problems: SavedPages['problems'] = [];
  for (const file of files) {
    try {
      pages.push(readPage(root, file));
    } catch (error) {
      problems.push({ name: relative(root, file), problem: problemOf(error) });
    }
  }
  return { root, pages, problems, leftOut: [] };
}

/** Other codes, such as that of a full disk, are no fault of the page. */
const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOENT', 'EIO']);

/** Returns the sentence about a page that cannot be read. Throws unexpected errors. */
export function problemOf(error: unknown): string {
  if (error instanceof PageProblem) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && UNREADABLE.has(code))
    return `We can't read this file (${code}). Check its permissions.`;
  throw error;
}

/** Returns the pages of a folder, without those that a browser has saved as parts of others. */
function htmlFilesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^\.|_files$/.test(entry.name) ? [] : htmlFilesIn(path);
    return entry.isFile() && /\.html?$/i.test(entry.name) ? [path] : [];
  });
}

function readPage(root: string, path: string): SavedPage {
  const file = relative(root, path).split(sep).join('/');
  const html = readText(path);
  const document = readHtml(html);
  const { title, description, url } = readHead(document, html);
  const { root: content } = findContent(document);
  return {
    name: file,
    place: { file, url },
    title: titleOf(content, title) || basename(file, extname(file)),
    description,
    keys: [...(url ? [urlKey(url)] : []), fileKey(file)],
    notes: [],
    codes: [],
    hasLineBreaks: false,
    html: () => readText(path),
  };
}

function readText(path: string): string {
  const { size } = lstatSync(path);
  if (size > HTML_MAX_BYTES)
    throw new PageProblem(
      `This file is larger than ${HTML_MAX_BYTES / 1024 / 1024} MB, which is too large for a page. Save the page again without what makes it large.`,
    );
  const bytes = readFileSync(path);
  const text = decodeText(bytes);
  if (
    /^(?:From|MIME-Version|Content-Type|Subject):/m.test(text.slice(0, 500)) &&
    text.includes('multipart/related')
  )
    throw new PageProblem('This is a web archive (MHTML). Save the page as “Webpage, Complete” instead.');
  if (text.slice(0, 10_000).includes('\0') || !/<[a-z!]/i.test(text) || text.startsWith('%PDF-'))
    throw new PageProblem("This isn't a web page, although its name says so.");
  return text;
}

/** Returns the only large heading, or else the title without the name of the website. */
function titleOf(content: Element, title: string): string {
  const headings: string[] = [];
  const visit = (element: Element): void => {
    if (element.tagName === 'h1') headings.push(textOf(element));
    else for (const child of element.childNodes) if (isElement(child)) visit(child);
  };
  visit(content);
  const [heading] = headings;
  if (headings.length === 1 && heading && heading.length <= PAGE_MAX_LENGTH.title) return heading;
  return title.split(/(?<!\s)\s+[|–—·»-]\s+/u).find((part) => part !== '') ?? '';
}

function readExport(path: string, size: number): SavedPages {
  if (size > EXPORT_MAX_BYTES)
    throw new PageProblem(
      `${path} is larger than ${EXPORT_MAX_BYTES / 1024 / 1024} MB. Export pages and posts one after the other.`,
    );
  const [start = ''] = chunksOf(path);
  if (!isWordPressExport(start)) throw new PageProblem(`${path} isn't a WordPress export.`);
  const others = new Map<string, number>();
  const [pages, posts]: [SavedPage[], SavedPage[]] = [[], []];
  readWordPressItems(chunksOf(path), (item) => {
    if (isPage(item)) (item.type === 'page' ? pages : posts).push(toPage(item, basename(path)));
    else others.set(whatIs(item), (others.get(whatIs(item)) ?? 0) + 1);
  });
  return {
    root: dirname(path),
    pages: [...pages, ...posts],
    problems: [],
    leftOut: [
      ...[...others].map(([what, count]) => counted(count, what)),
      ...(posts.length > 0 ? ['dates, authors, categories, and comments of posts'] : []),
    ],
  };
}

const CHUNK_BYTES = 1024 * 1024;

/** Yields the text of a file in parts, or as a whole if it isn't UTF-8. */
function* chunksOf(path: string): Generator<string> {
  if (!isUtf8File(path)) {
    yield decodeText(readFileSync(path));
    return;
  }
  const decoder = new TextDecoder();
  for (const bytes of bytesOf(path)) yield decoder.decode(bytes, { stream: true });
}

function isUtf8File(path: string): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const bytes of bytesOf(path)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function* bytesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
      yield buffer.subarray(0, size);
    }
  } finally {
    closeSync(file);
  }
}

const isPage = ({ type, status }: WordPressItem): boolean =>
  (type === 'page' || type === 'post') && !['trash', 'auto-draft', 'inherit'].includes(status);

/** Returns what people call an item that is no page, in a form that `counted` can give a plural. */
function whatIs({ type }: WordPressItem): string {
  if (type === 'page' || type === 'post') return `deleted ${type}`;
  return OTHER_ITEMS.get(type) ?? 'other item';
}

const OTHER_ITEMS: ReadonlyMap<string, string> = new Map([
  ['attachment', 'uploaded file'],
  ['nav_menu_item', 'menu item'],
  ['revision', 'earlier version'],
]);

function toPage(item: WordPressItem, file: string): SavedPage {
  const { title, link, guid, content, type } = item;
  const { html, codes } = withoutShortcodes(content);
  const urls = [link, guid].flatMap((address) => URL.parse(address.trim()) ?? []);
  const plain = textOf(findBody(title));
  return {
    name: `${type} “${quoted(plain)}”`,
    place: { file, url: urls[0] },
    title: plain,
    description: '',
    keys: urls.map(urlKey),
    notes: notesAbout(item),
    codes,
    hasLineBreaks: hasLineBreaks(content),
    html: () => html,
  };
}

/** Someone may have had a reason not to show the page to everyone. */
function notesAbout({ status, password }: WordPressItem): string[] {
  const wasShown = status === 'publish' || status === '';
  return [
    ...(wasShown ? [] : [`In WordPress, this was not public. Its status was “${quoted(status, 40)}.”`]),
    ...(password === '' ? [] : ['In WordPress, this was protected with a password.']),
  ];
}

/** Titles of posts can have entities and marks. */
const findBody = (html: string): Element =>
  findElement(readHtml(html), ({ tagName }) => tagName === 'body') as Element;
