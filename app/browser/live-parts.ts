import { markChanges } from './mark-changes.ts';
import { morph } from './morph.ts';
import { fetchCurrent, markIn } from './watch-version.ts';

/**
 * Elements that change with a release. The content security policy blocks the new styles, so the page reloads, but only
 * after five minutes without a page of the same release: during a deploy, servers of both releases respond.
 */
const RELEASE_PARTS = ['head > style', 'body > script'];
const RELEASE_PAGES = 30;
/** Number of pages of another release since the last one of this release. */
let otherPages = 0;

const liveParts = (page: Document) => [...page.querySelectorAll<HTMLElement>('[data-live]')];

/** Requests this page outside of the app, and updates its parts in place. Returns the mark of what it shows. */
export async function refreshParts(options?: { isQuiet: boolean }): Promise<string> {
  const url = new URL(location.href);
  // In place of Sec-Fetch-Dest, which scripts cannot set.
  url.searchParams.set('dest', globalThis.top === globalThis.self ? 'document' : 'iframe');
  const text = await (await fetchCurrent(url)).text();
  const isOther = RELEASE_PARTS.some((part) => !text.includes(document.querySelector(part)?.outerHTML ?? ''));
  otherPages = isOther ? otherPages + 1 : 0;
  if (otherPages >= RELEASE_PAGES) location.reload();
  // Without the head, whose styles the policy of this page reports if they are those of another release.
  const page = new DOMParser().parseFromString(text.slice(text.indexOf('<body>')), 'text/html');
  const [shown, next] = [liveParts(document), liveParts(page)];
  if (shown.length !== next.length) throw new Error('The response is another page.');
  markChanges(() => {
    for (const [at, part] of shown.entries()) morph(part, next[at]!);
  }, options);
  // Request the next page in full, to see its release.
  return isOther ? '' : markIn(text);
}
