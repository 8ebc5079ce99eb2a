import type { BrowserStorage } from './browser-storage.ts';

/** A browser storage in memory, for tests, that shows what it holds. */
export function aStorage(
  entries: Record<string, string> = {},
): BrowserStorage & { entries: Record<string, string> } {
  return {
    entries,
    find: (key) => entries[key],
    save(key, text) {
      entries[key] = text;
      return true;
    },
    remove(key) {
      delete entries[key];
    },
    list: (prefix) => Object.keys(entries).filter((key) => key.startsWith(prefix)),
  };
}
