import type { ContentCache } from '#server/platform/content/content-cache.ts';
import { prepareResponse, type PreparedResponse, type Rendered } from './response.ts';

/** Maximum number of cached responses. The oldest entry is evicted first. */
const MAX_RESPONSES = 500;

export type Render = () => Rendered | Promise<Rendered>;

export type ResponseCache = {
  find(key: string): PreparedResponse | undefined;
  /** Returns the cached response. Otherwise renders it, compresses it quickly, and soon again with the best effort. */
  get(key: string, render: Render): Promise<PreparedResponse>;
};

/**
 * Creates an in-memory cache of responses, which is cleared when the content version or the clock state changes, so
 * that a page is never older than the latest change.
 */
export function createResponseCache({
  enabled = true,
  recompress = true,
  content,
  clockState,
  prepare = prepareResponse,
}: {
  content: Pick<ContentCache<object>, 'onChange'>;
  /** Returns a text that changes whenever the clock alone changes responses. */
  clockState: () => string;
  enabled?: boolean;
  /** False keeps the quickly compressed responses, which saves processor time. */
  recompress?: boolean | undefined;
  prepare?: typeof prepareResponse;
}): ResponseCache {
  let cached = new Map<string, PreparedResponse>();
  let pending = new Map<string, Promise<PreparedResponse>>();
  let state = clockState();
  let stateIsCheckedUntil = 0;

  function clear() {
    cached = new Map();
    pending = new Map();
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

  async function fill(key: string, render: Render): Promise<PreparedResponse> {
    // Write to this map, which `clear` replaces when the content changes, so that an outdated entry is dropped.
    const target = cached;
    const rendered = await render();
    const prepared = await prepare(rendered, 'quick');
    if (!enabled) return prepared;
    if (target.size >= MAX_RESPONSES) target.delete(target.keys().next().value ?? '');
    target.set(key, prepared);
    if (!recompress) return prepared;
    prepare(rendered, 'best').then(
      (better) => target.has(key) && target.set(key, better),
      () => undefined,
    );
    return prepared;
  }

  return {
    find(key) {
      dropOutdated();
      return cached.get(key);
    },

    async get(key, render) {
      dropOutdated();
      const known = cached.get(key) ?? pending.get(key);
      if (known) return known;
      const owner = pending;
      const filling = fill(key, render).finally(() => owner.delete(key));
      owner.set(key, filling);
      return filling;
    },
  };
}
