import type { VersionId } from '#contract/content-version.ts';
import { createBrowserStorage, type BrowserStorage } from './browser-storage.ts';

export type CacheKey =
  | 'about-us-configs'
  | 'contact-us-configs'
  | 'locations'
  | 'product-fert-headers'
  | 'product-fert-rows'
  | 'product-fuel-headers'
  | 'product-fuel-rows'
  | 'gallery-images';

/** A cached value. An expired value may be shown only until the response replaces it. */
export type Cached<Value> = { state: 'fresh' | 'expired'; value: Value; version: VersionId };

export const CACHE_FRESH_MS = 5 * 60 * 1000;
export const CACHE_MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** A stored value. Times are epoch milliseconds; `version` is the content version it was read from. */
type Entry = { value: unknown; expires: number; saved: number; version: VersionId };

export type LocalCache = ReturnType<typeof createLocalCache>;

export function createLocalCache(storage: BrowserStorage = createBrowserStorage()) {
  return {
    read<Value>(
      key: CacheKey,
      {
        isValue,
        knownVersion,
        now = Date.now(),
      }: {
        isValue: (value: unknown) => value is Value;
        knownVersion: VersionId | undefined;
        now?: number;
      },
    ): Cached<Value> | undefined {
      const text = storage.find(key);
      if (text === undefined) return undefined;

      const entry = parseEntry(text);
      if (entry === undefined || now - entry.saved > CACHE_MAX_AGE_MS || !isValue(entry.value)) {
        storage.remove(key);
        return undefined;
      }
      const state = isFresh(entry, knownVersion, now) ? 'fresh' : 'expired';
      return { state, value: entry.value, version: entry.version };
    },
    write(key: CacheKey, value: unknown, version: VersionId, now = Date.now()): void {
      const entry: Entry = { value, expires: now + CACHE_FRESH_MS, saved: now, version };
      storage.save(key, JSON.stringify(entry));
    },
  };
}

function isFresh({ expires, saved, version }: Entry, knownVersion: VersionId | undefined, now: number) {
  // An entry from the future was saved before the device clock was set back, so its age is unknown.
  const isInTime = saved <= now && now < expires;
  return isInTime && (knownVersion === undefined || version === knownVersion);
}

function parseEntry(text: string): Entry | undefined {
  try {
    const entry = JSON.parse(text) as Partial<Entry> | null;
    const types = [typeof entry?.expires, typeof entry?.saved, typeof entry?.version].join();
    return types === 'number,number,string' ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}
