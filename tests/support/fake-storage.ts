import type { BrowserStorage } from '#app/browser/browser-storage.ts';

/** Creates an in-memory storage for tests, with its contents in `entries`. */
export function createFakeStorage(
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
