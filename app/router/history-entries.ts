/** Entry of the tab's history. The first one of a visit has the key `default`. */
export type Location = { pathname: string; search: string; hash: string; state: unknown; key: string };

export const FIRST_KEY = 'default';

export const urlOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

const POSITIONS_KEY = 'scroll-positions';

/**
 * Numbers the entries of the tab's history, and keeps the scroll position of each, because browsers restore it before
 * the content of the page has loaded.
 */
export function createHistoryEntries(browser: Window, shownKey: () => string) {
  const { history } = browser;
  const positions = readPositions(browser);
  /** Number of the shown entry. */
  let index = stateIn(history).index ?? 0;
  if (stateIn(history).index === undefined) setIndex(index);

  history.scrollRestoration = 'manual';
  browser.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) history.scrollRestoration = 'manual';
  });
  browser.addEventListener('pagehide', () => {
    savePosition();
    writePositions(browser, positions);
    // The browser then restores the position of a reload, before any script runs.
    history.scrollRestoration = 'auto';
  });

  function savePosition(): void {
    positions[shownKey()] = browser.scrollY;
  }

  function setIndex(next: number): void {
    index = next;
    history.replaceState({ ...(history.state as object | null), index }, '');
  }

  return {
    savePosition,
    /** Returns the scroll position of an entry, in CSS pixels from the top. */
    positionOf: (key: string): number | undefined => positions[key],
    /** Returns the entry to which the browser has moved. */
    current(): Location {
      const { pathname, search, hash } = browser.location;
      const { state, key } = stateIn(history);
      return { pathname, search, hash, state, key };
    },
    /** Returns how far the browser has moved from the shown entry; 0 if that is unknown. */
    distance: () => (stateIn(history).index ?? index) - index,
    /** Takes the entry to which the browser has moved as the shown one. */
    follow() {
      const moved = stateIn(history).index;
      // An entry without an index was created by a link that is not the router's, such as the skip link.
      if (moved === undefined) setIndex(index + 1);
      else index = moved;
    },
    /** Adds an entry after the shown one, or replaces that. */
    write(location: Location, replace: boolean) {
      const { state, key } = location;
      if (!replace) index += 1;
      history[replace ? 'replaceState' : 'pushState']({ state, key, index }, '', urlOf(location));
    },
  };
}

/** Reads the state of the browser's entry, which may come from another release. */
function stateIn({ state: stored }: History): { state: unknown; key: string; index: number | undefined } {
  const { key, index, state } = { ...(stored as Record<string, unknown> | null) };
  return {
    state: state ?? null,
    key: typeof key === 'string' ? key : FIRST_KEY,
    index: typeof index === 'number' ? index : undefined,
  };
}

function readPositions(browser: Window): Record<string, number> {
  try {
    return JSON.parse(browser.sessionStorage.getItem(POSITIONS_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function writePositions(browser: Window, positions: Record<string, number>): void {
  try {
    browser.sessionStorage.setItem(POSITIONS_KEY, JSON.stringify(positions));
  } catch {
    // Session storage is full or blocked; Back then leads to the top of the page.
  }
}
