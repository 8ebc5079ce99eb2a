import { createBrowserStorage, type BrowserStorage } from '#app/browser/browser-storage.ts';

const KEY = 'scalehouse-opened-sections';

/** Returns the ids of the sections that were left open on this device. On a new device, all are closed. */
export function findOpenSections(storage: BrowserStorage = createBrowserStorage()): readonly string[] {
  try {
    const ids = JSON.parse(storage.find(KEY) ?? '[]') as unknown;
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export const saveOpenSections = (
  ids: Iterable<string>,
  storage: BrowserStorage = createBrowserStorage(),
): boolean => storage.save(KEY, JSON.stringify([...ids]));
