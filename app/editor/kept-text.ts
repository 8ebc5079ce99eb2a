import { createBrowserStorage, type BrowserStorage } from '#app/browser/browser-storage.ts';

/** An unsaved text and the saved text it started from. */
export type KeptText = { text: string; base: string };

export type KeptTexts = ReturnType<typeof createKeptTexts>;

/** Creates the draft store of one administrator. Drafts survive reload, crash and the end of the session. */
export function createKeptTexts(adminId: string, storage: BrowserStorage = createBrowserStorage()) {
  const keyOf = (field: string) => `${PREFIX}${adminId}:${field}`;
  const unsaved = new Map<string, KeptText>();
  let isKeeping = true;

  function write(field: string, kept: KeptText): void {
    isKeeping = storage.save(keyOf(field), JSON.stringify(kept));
  }

  return {
    /** Returns the stored draft, or this page's in-memory copy if storage failed. */
    find(field: string): KeptText | undefined {
      return parse(storage.find(keyOf(field))) ?? unsaved.get(field);
    },

    save(field: string, kept: KeptText): void {
      unsaved.set(field, kept);
      write(field, kept);
    },

    /** Writes all drafts of this page again, because signing out in another tab may have deleted them. */
    saveAgain(): void {
      for (const [field, kept] of unsaved) write(field, kept);
    },

    /** False if the last write to storage failed; the UI must not promise to keep the draft then. */
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
