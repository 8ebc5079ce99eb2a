import type { ContentCache } from '#server/content/content-cache.ts';
import type { Effort, PreparedResponse } from './response.ts';

/** Maximum number of cached responses. The oldest entry is evicted first. */
const MAX_RESPONSES = 500;

export type PrepareResponse = (effort: Effort) => Promise<PreparedResponse>;

export type ResponseCache = {
  find(url: string): PreparedResponse | undefined;
  /** Returns the cached response, or creates one with quick compression and soon replaces it by a smaller one. */
  get(url: string, make: PrepareResponse): Promise<PreparedResponse>;
};

/**
 * Creates an in-memory cache of responses, which is cleared when the content version or the clock state changes, so
 * that a page is never older than the latest change.
 */
export function createResponseCache({
  keep = true,
  recompress = true,
  content,
  clockState,
}: {
  content: Pick<ContentCache, 'onChange'>;
  /** Returns a text that changes whenever the clock alone changes responses. */
  clockState: () => string;
  keep?: boolean;
  /** False keeps the quickly compressed responses, which saves processor time. */
  recompress?: boolean | undefined;
}): ResponseCache {
  let cached = new Map<string, PreparedResponse>();
  let underWay = new Map<string, Promise<PreparedResponse>>();
  let state = clockState();
  let stateIsCheckedUntil = 0;

  function clear() {
    cached = new Map();
    underWay = new Map();
  }
  content.onChange(clear);

  /** Clears the cache if the clock state has changed. Checks at most once per second. */
  function dropOutdated() {
    const now = Date.now();
    if (now < stateIsCheckedUntil) return;
    stateIsCheckedUntil = now + 1000;
    const next = clockState();
    if (next === state) return;
    state = next;
    clear();
  }

  async function fill(url: string, make: PrepareResponse): Promise<PreparedResponse> {
    // Write to this map, which `clear` replaces when the content changes, so that an outdated entry is dropped.
    const ours = cached;
    const prepared = await make('quick');
    if (!keep) return prepared;
    if (ours.size >= MAX_RESPONSES) ours.delete(ours.keys().next().value ?? '');
    ours.set(url, prepared);
    if (!recompress) return prepared;
    make('best').then(
      (better) => ours.has(url) && ours.set(url, better),
      () => undefined,
    );
    return prepared;
  }

  return {
    find(url) {
      dropOutdated();
      return cached.get(url);
    },

    async get(url, make) {
      dropOutdated();
      const known = cached.get(url) ?? underWay.get(url);
      if (known) return known;
      const theirs = underWay;
      const filling = fill(url, make).finally(() => theirs.delete(url));
      theirs.set(url, filling);
      return filling;
    },
  };
}
