import { createBrowserStorage, type BrowserStorage } from '#app/browser/browser-storage.ts';

/** A save that found the session ended: whose it was, where in the editor, and what it was to save. */
export type InterruptedSave = { adminId: string; section: string; field: string; text: string; base: string };

const KEY = 'scalehouse-interrupted-save';

/** In the tab's own storage: another tab has nothing to finish. */
const tabStorage = () => createBrowserStorage({ reach: () => globalThis.sessionStorage });

export function keepInterruptedSave(save: InterruptedSave, storage: BrowserStorage = tabStorage()): void {
  storage.save(KEY, JSON.stringify(save));
}

export function isSaveInterrupted(): boolean {
  return tabStorage().find(KEY) !== undefined;
}

/** Takes the interrupted save out, so that it is tried once and never again. Undefined for another administrator. */
export function takeInterruptedSave(
  adminId: string,
  storage: BrowserStorage = tabStorage(),
): InterruptedSave | undefined {
  const text = storage.find(KEY);
  storage.remove(KEY);
  if (text === undefined) return undefined;
  try {
    const save = JSON.parse(text) as InterruptedSave;
    return save.adminId === adminId ? save : undefined;
  } catch {
    return undefined;
  }
}
