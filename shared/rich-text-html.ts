import { escapeAttribute } from 'entities/escape';
import { RICH_TEXT_SIZES } from '#contract/rich-text.ts';

/** Inline content as HTML, with the start tags around it, outermost first. */
export type Run = { tags: readonly string[]; html: string };

/** Returns the start tag of a mark: of a link by its address, of a size by its name, or the element of the mark. */
export function startTag({ name, href }: { name: string; href?: string | undefined }): string {
  if (href !== undefined) return `<a href="${escapeAttribute(href)}">`;
  const size = RICH_TEXT_SIZES.find((each) => each.name === name);
  return size ? `<span class="${size.class}">` : `<${name}>`;
}

/** Serializes runs. Adjacent runs share the tags that they have in common. */
export function serializeRuns(runs: readonly Run[]): string {
  let html = '';
  let open: readonly string[] = [];
  for (const run of [...runs, { tags: [], html: '' }]) {
    const different = open.findIndex((tag, at) => tag !== run.tags[at]);
    const shared = different === -1 ? open.length : different;
    const closing = open.slice(shared).toReversed().map(endTag);
    html += [...closing, ...run.tags.slice(shared)].join('') + run.html;
    open = run.tags;
  }
  return html;
}

const endTag = (tag: string) => `</${/\w+/.exec(tag)?.[0]}>`;

/**
 * Normalizes text to the characters that stored text may contain. Line ends become LF, form feeds become spaces, other
 * control characters except tabs are removed, and lone surrogates become U+FFFD.
 */
export const textCharacters = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\f/g, ' ')
    .replace(/[^\P{Cc}\t\n]/gu, '');
