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
  function attempt<Result>(failure: string, run: (storage: WebStorage) => Result): Result | undefined {
    try {
      return run(getStorage());
    } catch (reason) {
      log(`Local storage could not be ${failure}.`, reason);
      return undefined;
    }
  }
  return {
    find: (key) => attempt(`read at "${key}"`, (storage) => storage.getItem(key)) ?? undefined,
    save: (key, text) =>
      attempt(`written at "${key}"`, (storage) => {
        storage.setItem(key, text);
        return true;
      }) ?? false,
    remove: (key) => attempt(`cleared at "${key}"`, (storage) => storage.removeItem(key)),
    list: (prefix) =>
      attempt(`listed at "${prefix}"`, (storage) => {
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
        return keys.filter((key) => key.startsWith(prefix));
      }) ?? [],
  };
}
