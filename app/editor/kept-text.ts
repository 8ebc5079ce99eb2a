import { createBrowserStorage, type BrowserStorage } from '#app/browser/browser-storage.ts';

/** What was typed and not saved, with the saved text that it was typed over. */
export type KeptText = { text: string; base: string };

export type KeptTexts = ReturnType<typeof createKeptTexts>;

/**
 * Unsaved text on this device, for one administrator: it survives reload, crash and the end of a session, and is
 * nobody else's to see.
 */
export function createKeptTexts(adminId: string, storage: BrowserStorage = createBrowserStorage()) {
  const keyOf = (field: string) => `${PREFIX}${adminId}:${field}`;
  const unsaved = new Map<string, KeptText>();
  let isKeeping = true;

  function write(field: string, kept: KeptText): void {
    isKeeping = storage.save(keyOf(field), JSON.stringify(kept));
  }

  return {
    /** What this device keeps, or this page alone where the device cannot. */
    find(field: string): KeptText | undefined {
      return parse(storage.find(keyOf(field))) ?? unsaved.get(field);
    },

    save(field: string, kept: KeptText): void {
      unsaved.set(field, kept);
      write(field, kept);
    },

    /** Writes all of this page's once more: signing out in another tab may have taken it away. */
    saveAgain(): void {
      for (const [field, kept] of unsaved) write(field, kept);
    },

    /** False where storage is full or forbidden: nothing must be promised then. */
    isKeeping: () => isKeeping,

    remove(field: string): void {
      unsaved.delete(field);
      storage.remove(keyOf(field));
    },

    removeAll(): void {
      unsaved.clear();
      for (const key of storage.list(keyOf(''))) storage.remove(key);
    },
  };
}

const PREFIX = 'scalehouse-kept:';

function parse(text: string | undefined): KeptText | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Partial<KeptText> | null;
    if (typeof value?.text !== 'string' || typeof value.base !== 'string') return undefined;
    return { text: value.text, base: value.base };
  } catch {
    return undefined;
  }
}
