export const STYLE_ATTRIBUTE = 'data-style';

/**
 * Returns the HTML without anything that the content security policy blocks and reports, even if it is only parsed:
 * event handlers, URLs that load, style sheets. Renames style attributes to `STYLE_ATTRIBUTE` to keep them readable.
 */
export function harmlessHtml(html: string): string {
  let result = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) return result + html.slice(at);
    result += html.slice(at, open);
    if (html.startsWith('<!--', open)) at = endOfComment(html, open);
    else {
      const tag = readTag(html, open);
      result += tag.harmless;
      at = tag.end;
    }
  }
  return result;
}

/** Attributes that the paste parser reads, with their new names. */
const ATTRIBUTES = new Map([
  ['class', 'class'],
  ['style', STYLE_ATTRIBUTE],
  ['href', 'href'],
  ['colspan', 'colspan'],
  ['rowspan', 'rowspan'],
  ['hidden', 'hidden'],
  ['data-aria-level', 'data-aria-level'],
  ['data-pm-slice', 'data-pm-slice'],
]);

const TAG_START = /<\/?[a-z][^\s/>]*/iy;
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/y;
const TAG_END = /[\s/]*>?/y;

function readTag(html: string, open: number): { harmless: string; end: number } {
  const start = matchAt(TAG_START, html, open)?.[0];
  if (start === undefined) return { harmless: '<', end: open + 1 };
  let harmless = start.replace(/^(<\/?)style$/i, '$1xmp');
  let at = open + start.length;
  for (let found = matchAt(ATTRIBUTE, html, at); found; found = matchAt(ATTRIBUTE, html, at)) {
    at += found[0].length;
    const newName = ATTRIBUTES.get(found[1]!.toLowerCase());
    if (newName) harmless += ` ${newName}=${found[2] ?? '""'}`;
  }
  const end = matchAt(TAG_END, html, at)?.[0] ?? '';
  return { harmless: `${harmless}>`, end: at + end.length };
}

function endOfComment(html: string, start: number): number {
  // `<!-->` and `<!--->` are complete comments.
  const end = html.indexOf('-->', start + 2);
  return end === -1 ? html.length : end + 3;
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
