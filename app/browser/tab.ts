import { uniqueId } from '#contract/item-id.ts';
import { createBrowserStorage, type BrowserStorage } from './browser-storage.ts';

const KEY = 'scalehouse-tab';

/** Parts of the window that are needed, for tests. */
type TabWindow = Pick<Window, 'addEventListener'> & {
  navigator: { locks?: Pick<LockManager, 'request' | 'query'> };
};

export type Tab = ReturnType<typeof createTab>;

/**
 * Identifies this tab, also after a reload. While its page is open, the id is not in session storage, so that a duplicate
 * of the tab does not get it.
 */
export function createTab(
  storage: BrowserStorage = createBrowserStorage({ getStorage: () => globalThis.sessionStorage }),
  page: TabWindow = window,
) {
  const id = storage.find(KEY) ?? uniqueId();
  storage.remove(KEY);
  page.addEventListener('pagehide', () => storage.save(KEY, id));
  page.addEventListener('pageshow', () => storage.remove(KEY));
  const nameOf = (tab: string) => `${KEY}:${tab}`;
  // Held as long as the page exists. Browsers have no locks on pages without TLS.
  const { locks } = page.navigator;
  void locks?.request(nameOf(id), () => new Promise(() => undefined)).catch(() => undefined);
  return {
    id,
    /** Returns a function that tells whether another tab is open. Without locks, none is known to be. */
    async findOpen(): Promise<(tab: string) => boolean> {
      const held = (await locks?.query().catch(() => undefined))?.held ?? [];
      const names = new Set(held.map(({ name }) => name));
      return (tab) => names.has(nameOf(tab));
    },
  };
}

let current: Tab | undefined;

export const currentTab = (): Tab => (current ??= createTab());
