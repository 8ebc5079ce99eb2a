import { VERSION_PATH } from '#contract/version-path.ts';
import { whileVisible } from './while-visible.ts';

const CHECK_EVERY_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Asks while the page is visible whether the website has changed, and then calls `refresh`, which returns the mark of
 * what it shows from then on. That may be older than the one asked for, behind a proxy, so that it is called again.
 */
export function watchVersion({
  shown,
  refresh,
  onAnswer = () => {},
  ...options
}: {
  shown: string;
  refresh: () => Promise<string>;
  /** Called after each attempt. */
  onAnswer?: (isReached: boolean) => void;
} & Partial<Parameters<typeof whileVisible>[1]>): () => void {
  let mark = shown;
  async function check() {
    // The browser sends the ETag of the last answer of any tab.
    const response = await fetchCurrent(VERSION_PATH);
    if ((await response.text()) !== mark) mark = await refresh();
  }
  return whileVisible(
    () =>
      check().then(
        () => onAnswer(true),
        (error: unknown) => {
          onAnswer(false);
          throw error;
        },
      ),
    { everyMs: CHECK_EVERY_MS, ...options },
  );
}

/** Requests what caches must not answer without the server. Rejects for an error status. */
export async function fetchCurrent(url: string | URL): Promise<Response> {
  const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${String(url)} responded with ${response.status}.`);
  return response;
}

/** Returns the mark in the HTML of a page. */
export const markIn = (html: string): string => /<html [^>]*data-mark="([^"]*)"/.exec(html)?.[1] ?? '';
