import { currentTab, type Tab } from '#app/browser/tab.ts';
import { createBrowserStorage, type BrowserStorage } from '#app/browser/browser-storage.ts';

/**
 * An unsaved text and the saved text it started from, and an earlier one that is no value of the field. `at` is the time
 * of the last change. Drafts of earlier releases lack their section and time.
 */
export type Draft = { text: string; base: string; section?: string; at?: string; unreadable?: string };

/** Draft of another tab. */
export type OtherDraft = { tab: string; at: string | undefined };
export const NO_DRAFTS: readonly OtherDraft[] = [];

export type DraftStore = ReturnType<typeof createDraftStore>;

/**
 * Creates the draft store of one administrator in this tab. Drafts survive reload, crash and the end of the session. Other
 * tabs offer those of a closed one.
 */
export function createDraftStore(
  adminId: string,
  storage: BrowserStorage = createBrowserStorage(),
  tabStorage: BrowserStorage = createBrowserStorage({ getStorage: () => globalThis.sessionStorage }),
  tab: Tab = currentTab(),
) {
  const keyOf = (field: string) => `${PREFIX}${adminId}:${field}`;
  const keyIn = (field: string, tabId: string) => `${keyOf(field)}@${tabId}`;
  const ownKey = (field: string) => keyIn(field, tab.id);
  const unsaved = new Map<string, Draft>();
  let isPersistent = true;

  function write(field: string, draft: Draft): void {
    isPersistent = storage.save(ownKey(field), JSON.stringify(draft));
    // An earlier draft would be found in place of this one, which is in memory.
    if (!isPersistent) storage.remove(ownKey(field));
  }

  /** Returns the tabs that have stored a draft of a field, other than this one. */
  const othersOf = (field: string): string[] =>
    storage
      .list(keyIn(field, ''))
      .map((key) => key.slice(keyIn(field, '').length))
      .filter((id) => id !== tab.id);

  /** Moves a draft that an earlier release stored without a tab to this tab. */
  function adopt(field: string): void {
    const draft = parse(storage.find(keyOf(field)));
    if (draft && storage.save(ownKey(field), JSON.stringify(draft))) storage.remove(keyOf(field));
  }

  return {
    /** Returns the stored draft, or this page's in-memory copy if storage failed. */
    find(field: string): Draft | undefined {
      adopt(field);
      return parse(storage.find(ownKey(field))) ?? unsaved.get(field);
    },

    /** Returns whether this tab or another one has a draft of the field. */
    has: (field: string): boolean =>
      unsaved.has(field) ||
      [keyOf(field), ...[tab.id, ...othersOf(field)].map((id) => keyIn(field, id))].some(
        (key) => parse(storage.find(key)) !== undefined,
      ),

    save(field: string, draft: Omit<Draft, 'at'>): void {
      const dated = { ...draft, at: new Date().toISOString() };
      unsaved.set(field, dated);
      write(field, dated);
    },

    /** Finds the drafts of closed tabs, newest first. */
    async findOthers(field: string): Promise<readonly OtherDraft[]> {
      const others = othersOf(field);
      // Most fields have none, and the browser need not look for open tabs.
      if (others.length === 0) return NO_DRAFTS;
      const isOpen = await tab.findOpen();
      const found = others.flatMap((id) => {
        const draft = isOpen(id) ? undefined : parse(storage.find(keyIn(field, id)));
        return draft ? [{ tab: id, at: draft.at }] : [];
      });
      return found.toSorted((one, other) => ((one.at ?? '') < (other.at ?? '') ? 1 : -1));
    },

    /** Removes the draft of another tab and returns it. `instead` takes its place, so that it is not lost. */
    takeOther(field: string, tabId: string, instead?: Draft): Draft | undefined {
      const key = keyIn(field, tabId);
      const draft = parse(storage.find(key));
      if (instead) storage.save(key, JSON.stringify(instead));
      else storage.remove(key);
      return draft;
    },

    /** Returns whether a draft of a field in the section is stored, or one whose section is unknown. */
    isInSection: (section: string): boolean =>
      storage.list(keyOf('')).some((key) => {
        const draft = parse(storage.find(key));
        return draft !== undefined && (draft.section ?? section) === section;
      }),

    /** Lists the fields with a stored draft of any tab. */
    list(): { field: string; section: string | undefined }[] {
      const found = storage.list(keyOf('')).flatMap((key) => {
        const draft = parse(storage.find(key));
        const field = key.slice(keyOf('').length).replace(/@[^@]*$/, '');
        return draft ? [[field, draft.section] as const] : [];
      });
      return [...new Map(found)].map(([field, section]) => ({ field, section }));
    },

    /** Writes all drafts of this page again, because signing out in another tab may have deleted them. */
    saveAll(): void {
      for (const [field, draft] of unsaved) write(field, draft);
    },

    /** False if the last write to storage failed; the UI must not promise to keep the draft then. */
    isPersistent: () => isPersistent,

    remove(field: string): void {
      unsaved.delete(field);
      storage.remove(ownKey(field));
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
    const { base, text: typed, ...others } = JSON.parse(text) as Partial<Draft>;
    const areTexts = [base, typed, ...Object.values(others)].every((each) => typeof each === 'string');
    return areTexts ? ({ base, text: typed, ...others } as Draft) : undefined;
  } catch {
    return undefined;
  }
}
