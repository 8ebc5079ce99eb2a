import { logWarning, type Log } from './log.ts';

/** Local storage that never throws; failures are only logged. */
export type BrowserStorage = {
  find(key: string): string | undefined;
  /** Returns false if the write failed. */
  save(key: string, text: string): boolean;
  remove(key: string): void;
  list(prefix: string): string[];
};

type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Calls `getStorage` for each operation, because merely reading `localStorage` throws where storage is blocked. */
export function createBrowserStorage({
  getStorage = () => globalThis.localStorage,
  log = logWarning,
}: { getStorage?: () => WebStorage; log?: Log } = {}): BrowserStorage {
  return {
    find(key) {
      try {
        return getStorage().getItem(key) ?? undefined;
      } catch (reason) {
        log(`Local storage could not be read at "${key}".`, reason);
        return undefined;
      }
    },
    save(key, text) {
      try {
        getStorage().setItem(key, text);
        return true;
      } catch (reason) {
        log(`Local storage could not be written at "${key}".`, reason);
        return false;
      }
    },
    remove(key) {
      try {
        getStorage().removeItem(key);
      } catch (reason) {
        log(`Local storage could not be cleared at "${key}".`, reason);
      }
    },
    list(prefix) {
      try {
        const storage = getStorage();
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
        return keys.filter((key) => key.startsWith(prefix));
      } catch (reason) {
        log(`Local storage could not be listed at "${prefix}".`, reason);
        return [];
      }
    },
  };
}
