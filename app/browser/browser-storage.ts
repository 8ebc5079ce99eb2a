import { logWarning, type Log } from './log.ts';

/** Local storage as a convenience that may be missing: nothing here throws, a failure is only logged. */
export type BrowserStorage = {
  find(key: string): string | undefined;
  /** Answers whether it is kept. */
  save(key: string, text: string): boolean;
  remove(key: string): void;
  /** The keys that begin with a prefix. */
  list(prefix: string): string[];
};

type ReachableStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The storage is reached anew for each call, because where it is forbidden merely touching it throws. */
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
