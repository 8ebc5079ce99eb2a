import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBest, prepareResponse, type PreparedResponse, type Rendered } from './response.ts';

/** Maximum number of cached responses, and of bytes before compression: a page with 1,000 bids has more than a megabyte. */
const LIMITS = {
  max: 500,
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ bytes }: Entry) => Math.max(bytes, 1),
};
/** Larger bodies stay quickly compressed: the best compression of a list of 10,000 images takes many seconds. */
const RECOMPRESSED_MAX_BYTES = 1024 * 1024;
const CHECK_INTERVAL_MS = 1000;
/** Pause after a change, because the next one would often waste the best compression. */
const RECOMPRESS_AFTER_MS = 1000;

/** `rendered` is set until a second request starts the best compression. */
type Entry = { prepared: PreparedResponse; bytes: number; rendered: Rendered | undefined };

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Creates an in-memory cache of responses to visitors, which is cleared when the content version or the clock state
 * changes, so that a page is never older than the latest change. It renders only for a request that its route has let
 * through: a change may have hidden or moved a page.
 */
export function createResponseCache({
  content,
  clockState,
  enabled = true,
}: {
  content: { onChange(listener: () => void): void };
  /** Returns a text that changes whenever the clock alone changes responses. */
  clockState: () => string;
  enabled?: boolean;
}) {
  let cached = emptyCache();
  let state = clockState();
  let stateIsCheckedUntil = 0;
  /** Settles after the last recompression. */
  let recompressed: Promise<void> = Promise.resolve();

  const clear = () => void (cached = emptyCache());
  content.onChange(clear);

  function dropOutdated() {
    // Unlike `Date.now`, it never jumps, which would keep the old day.
    const now = performance.now();
    if (now < stateIsCheckedUntil) return;
    stateIsCheckedUntil = now + CHECK_INTERVAL_MS;
    const next = clockState();
    if (next !== state) clear();
    state = next;
  }

  async function fill(key: string, render: () => Rendered | Promise<Rendered>): Promise<Entry> {
    // A change replaces this, so that an outdated response is dropped.
    const { responses, pending } = cached;
    const known = responses.get(key) ?? pending.get(key);
    if (known) return known;
    const filling = Promise.try(render).then((rendered) => {
      const bytes = rendered.body.length;
      const kept = bytes <= RECOMPRESSED_MAX_BYTES ? rendered : undefined;
      const entry = { prepared: prepareResponse(rendered), bytes, rendered: kept };
      if (enabled && rendered.status < 500) responses.set(key, entry);
      return entry;
    });
    pending.set(key, filling);
    return filling.finally(() => pending.delete(key));
  }

  /** Compresses better, one response at a time, so that other work gets a processor. */
  async function improve(entry: Entry, previous: Promise<void>) {
    const { rendered } = entry;
    entry.rendered = undefined;
    const { quiet, requests } = cached;
    await previous;
    await quiet;
    if (rendered && requests === cached.requests)
      entry.prepared = await prepareBest(rendered).catch(() => entry.prepared);
  }

  return {
    /** Returns the response to an earlier request that was the same in all that selects a response. */
    find(request: IncomingMessage): PreparedResponse | undefined {
      dropOutdated();
      const entry = cached.requests.get(nameOf(request));
      if (entry?.rendered) recompressed = improve(entry, recompressed);
      return entry?.prepared;
    },

    /** Returns the cached response with a key. Otherwise renders it. */
    async get(key: string, request: IncomingMessage, render: () => Rendered | Promise<Rendered>) {
      dropOutdated();
      const { requests } = cached;
      const entry = await fill(key, render);
      // Only its route knows who may see another page than this error.
      if (enabled && entry.prepared.status === 200) requests.set(nameOf(request), entry);
      return entry.prepared;
    },
  };
}

const emptyCache = () => ({
  /** By the key that a route gives them, which leaves out unknown parameters. */
  responses: new LRUCache<string, Entry>(LIMITS),
  /** By `nameOf` a request. */
  requests: new LRUCache<string, Entry>(LIMITS),
  pending: new Map<string, Promise<Entry>>(),
  /** Settles once the last change is long enough ago. */
  quiet: sleep(RECOMPRESS_AFTER_MS, undefined, { ref: false }),
});

/** Returns what selects a response: the URL, and the headers by which some URLs have several. */
const nameOf = ({ url = '', headers }: IncomingMessage) =>
  `${url}\n${headers.accept ?? ''}\n${headers['sec-fetch-dest'] ?? ''}`;
