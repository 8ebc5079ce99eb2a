import { createBrowserStorage, type BrowserStorage } from '#app/browser/browser-storage.ts';

/**
 * An unsaved text and the saved text it started from, and an earlier one that is no value of the field. Drafts of earlier
 * releases lack their section.
 */
export type Draft = { text: string; base: string; section?: string; unreadable?: string };

export type DraftStore = ReturnType<typeof createDraftStore>;

/** Creates the draft store of one administrator. Drafts survive reload, crash and the end of the session. */
export function createDraftStore(
  adminId: string,
  storage: BrowserStorage = createBrowserStorage(),
  tabStorage: BrowserStorage = createBrowserStorage({ getStorage: () => globalThis.sessionStorage }),
) {
  const keyOf = (field: string) => `${PREFIX}${adminId}:${field}`;
  const unsaved = new Map<string, Draft>();
  let isPersistent = true;

  function write(field: string, draft: Draft): void {
    isPersistent = storage.save(keyOf(field), JSON.stringify(draft));
    // An earlier draft would be found in place of this one, which is in memory.
    if (!isPersistent) storage.remove(keyOf(field));
  }

  return {
    /** Returns the stored draft, or this page's in-memory copy if storage failed. */
    find(field: string): Draft | undefined {
      return parse(storage.find(keyOf(field))) ?? unsaved.get(field);
    },

    save(field: string, draft: Draft): void {
      unsaved.set(field, draft);
      write(field, draft);
    },

    /** Returns whether a draft of a field in the section is stored, or one whose section is unknown. */
    isInSection: (section: string): boolean =>
      storage.list(keyOf('')).some((key) => {
        const draft = parse(storage.find(key));
        return draft !== undefined && (draft.section ?? section) === section;
      }),

    /** Writes all drafts of this page again, because signing out in another tab may have deleted them. */
    saveAll(): void {
      for (const [field, draft] of unsaved) write(field, draft);
    },

    /** False if the last write to storage failed; the UI must not promise to keep the draft then. */
    isPersistent: () => isPersistent,

    remove(field: string): void {
      unsaved.delete(field);
      storage.remove(keyOf(field));
    },

    removeAll(): void {
      unsaved.clear();
      for (const key of storage.list(keyOf(''))) storage.remove(key);
      for (const key of tabStorage.list(keyOf(''))) tabStorage.remove(key);
    },

    /** Returns the removals from a list in this tab, which contain unsaved texts of the removed items. */
    findRemovals(field: string): readonly unknown[] {
      try {
        const removals = JSON.parse(tabStorage.find(keyOf(field)) ?? '[]') as unknown;
        return Array.isArray(removals) ? removals : [];
      } catch {
        return [];
      }
    },

    saveRemovals(field: string, removals: readonly unknown[]): void {
      if (removals.length === 0) tabStorage.remove(keyOf(field));
      else tabStorage.save(keyOf(field), JSON.stringify(removals));
    },
  };
}

const PREFIX = 'scalehouse-kept:';

function parse(text: string | undefined): Draft | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Draft> | null;
    if (typeof value?.text !== 'string' || typeof value.base !== 'string') return undefined;
    return {
      text: value.text,
      base: value.base,
      ...(typeof value.section === 'string' && { section: value.section }),
      ...(typeof value.unreadable === 'string' && { unreadable: value.unreadable }),
    };
  } catch {
    return undefined;
  }
}
