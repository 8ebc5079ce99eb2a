import { morph } from '#app/browser/morph.ts';

/** A document without a page. */
export const EMPTY_PAGE = '<!doctype html><html><head></head><body></body></html>';

/**
 * Changes a document into a page. What is the same stays, with its scroll position. Scripts are left out, and styles are
 * added by the API of style sheets, because the policy of the editor knows only its own.
 */
export function showPage(into: Document, html: string): void {
  let styles = BANNER_STYLE;
  const bare = html.replaceAll(/<style>(.*?)<\/style>/gs, (_, style: string) => {
    styles += style;
    return '';
  });
  showStyles(into, styles);
  const page = new DOMParser().parseFromString(bare, 'text/html');
  for (const each of page.querySelectorAll('script, link')) each.remove();
  into.documentElement.lang = page.documentElement.lang;
  morph(into.body, page.body);
}

/** Hides the banner of previews, because the pane says what it is. */
const BANNER_STYLE = 'body>#preview{display:none}';

const shown = new WeakMap<Document, string>();

function showStyles(into: Document, styles: string): void {
  if (shown.get(into) === styles) return;
  shown.set(into, styles);
  const { CSSStyleSheet: Sheet } = into.defaultView as Window & typeof globalThis;
  const sheet = new Sheet();
  sheet.replaceSync(styles);
  into.adoptedStyleSheets = [sheet];
}
