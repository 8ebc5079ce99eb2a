import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import { prepareResponse, type PreparedResponse, type Rendered } from './response.ts';

/** Maximum number of cached responses, and of bytes before compression: a page with 1,000 bids has more than a megabyte. */
const MAX_RESPONSES = 500;
const MAX_BYTES = 64 * 1024 * 1024;
/** Larger bodies stay quickly compressed: the best compression of a list of 10,000 images takes many seconds. */
const RECOMPRESSED_MAX_BYTES = 1024 * 1024;

const CHECK_INTERVAL_MS = 1000;

/** Pause after a change, because the best compression takes 0.1 s per page and the next change would often waste it. */
const RECOMPRESS_AFTER_MS = 1000;

export type Render = () => Rendered | Promise<Rendered>;

/** `rendered` is set until the response is compressed with the best effort. `requests` counts since the last change. */
type Entry = {
  prepared: PreparedResponse;
  bytes: number;
  rendered?: Rendered | undefined;
  isQueued: boolean;
  requests: number;
};

export type ResponseCache = {
  find(key: string): PreparedResponse | undefined;
  /**
   * Returns the cached response. Otherwise renders it and compresses it quickly. A second request for it starts the
   * best compression in the background, so that requests that are never repeated cost little.
   */
  get(key: string, render: Render): Promise<PreparedResponse>;
};

/**
 * Creates an in-memory cache of responses, which is cleared when the content version or the clock state changes, so
 * that a page is never older than the latest change. It renders only for a request: a change may
 * have hidden or moved a page, which only the route of a request checks.
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
  /** False disables the best compression, which saves processor time. */
  recompress?: boolean | undefined;
  prepare?: typeof prepareResponse;
}): ResponseCache {
  let cached = new Map<string, Entry>();
  let cachedBytes = 0;
  let pending = new Map<string, Promise<PreparedResponse>>();
  let state = clockState();
  let stateIsCheckedUntil = performance.now();

  /** Settles once the last change is long enough ago. */
  let quiet = Promise.resolve();

  function clear() {
    cached = new Map();
    cachedBytes = 0;
    pending = new Map();
    quiet = sleep(RECOMPRESS_AFTER_MS, undefined, { ref: false });
  }
  content.onChange(clear);

  /** Clears the cache if the clock state has changed. Checks at most once per second. */
  function dropOutdated() {
    // Unlike `Date.now`, it never jumps, which would keep the old day.
    const now = performance.now();
    if (now < stateIsCheckedUntil) return;
    stateIsCheckedUntil = now + CHECK_INTERVAL_MS;
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
    if (target !== cached) return prepared;
    const bytes = rendered.body.length;
    makeRoom(bytes);
    const isWorthIt = recompress && bytes <= RECOMPRESSED_MAX_BYTES;
    const kept = isWorthIt ? rendered : undefined;
    target.set(key, { prepared, bytes, rendered: kept, isQueued: false, requests: 0 });
    cachedBytes += bytes;
    return prepared;
  }

  /** Evicts responses until another one fits: the oldest that was not requested again, or else the oldest. */
  function makeRoom(bytes: number) {
    while (cached.size >= MAX_RESPONSES || (cached.size > 0 && cachedBytes + bytes > MAX_BYTES)) {
      const [oldest] = cached;
      const [key, entry] = cached.entries().find(([, { requests }]) => requests === 0) ?? oldest!;
      cached.delete(key);
      cachedBytes -= entry.bytes;
    }
  }

  /** Returns the response that is being prepared, or begins to prepare it. */
  async function share(key: string, render: Render): Promise<PreparedResponse> {
    const known = pending.get(key);
    if (known) return known;
    const owner = pending;
    const filling = fill(key, render).finally(() => owner.delete(key));
    owner.set(key, filling);
    return filling;
  }

  /** Settles after the last recompression. They run one at a time, so that other work gets a processor. */
  let recompressed = Promise.resolve();

  async function improve(key: string, previous: Promise<void>) {
    await previous;
    await quiet;
    // Not held while waiting, because it may be evicted.
    const entry = cached.get(key);
    if (!entry?.isQueued || !entry.rendered) return;
    const { rendered } = entry;
    entry.rendered = undefined;
    const best = await prepare(rendered, 'best').catch(() => entry.prepared);
    entry.prepared = best;
  }

  function find(key: string): PreparedResponse | undefined {
    const entry = cached.get(key);
    if (entry?.rendered && !entry.isQueued) {
      entry.isQueued = true;
      recompressed = improve(key, recompressed);
    }
    if (entry) entry.requests += 1;
    return entry?.prepared;
  }

  return {
    find(key) {
      dropOutdated();
      return find(key);
    },

    async get(key, render) {
      dropOutdated();
      return find(key) ?? share(key, render);
    },
  };
}
