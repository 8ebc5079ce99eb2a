import { logWarning, type Log } from './log.ts';

/** Local storage that never throws; failures are only logged. */
export type BrowserStorage = {
  find(key: string): string | undefined;
  /** Returns false if the write failed. */
  save(key: string, text: string): boolean;
  remove(key: string): void;
  list(prefix: string): string[];
};

type ReachableStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Calls `reach` for each operation, because where storage is blocked, merely reading `localStorage` throws. */
export function createBrowserStorage({
  reach = () => globalThis.localStorage,
  log = logWarning,
}: { reach?: () => ReachableStorage; log?: Log } = {}): BrowserStorage {
  return {
    find(key) {
      try {
        return reach().getItem(key) ?? undefined;
      } catch (reason) {
        log(`Local storage could not be read at "${key}".`, reason);
        return undefined;
      }
    },
    save(key, text) {
      try {
        reach().setItem(key, text);
        return true;
      } catch (reason) {
        log(`Local storage could not be written at "${key}".`, reason);
        return false;
      }
    },
    remove(key) {
      try {
        reach().removeItem(key);
      } catch (reason) {
        log(`Local storage could not be cleared at "${key}".`, reason);
      }
    },
    list(prefix) {
      try {
        const storage = reach();
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
        return keys.filter((key) => key.startsWith(prefix));
      } catch (reason) {
        log(`Local storage could not be listed at "${prefix}".`, reason);
        return [];
      }
    },
  };
}
