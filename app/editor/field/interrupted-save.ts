import { createBrowserStorage, type BrowserStorage } from '#app/browser/browser-storage.ts';

/** A save that failed because the session had ended, to be retried after sign-in. */
export type InterruptedSave = { adminId: string; section: string; field: string; text: string; base: string };

const KEY = 'scalehouse-interrupted-save';

/** Returns session storage, because only the interrupted tab may retry the save. */
const tabStorage = () => createBrowserStorage({ getStorage: () => globalThis.sessionStorage });

export function saveInterruptedDraft(save: InterruptedSave, storage: BrowserStorage = tabStorage()): void {
  storage.save(KEY, JSON.stringify(save));
}

export function isSaveInterrupted(): boolean {
  return tabStorage().find(KEY) !== undefined;
}

/** Removes and returns the interrupted save, so that it is retried once; undefined for another administrator. */
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
