import type { ComponentType } from 'react';
import { PAGE_PARAMETER } from '#contract/images.ts';
import { withoutLastSlash } from '#contract/paths.ts';
import type { ContentPath, PageContents, PageSource, ShellContent } from '#shared/page-content.ts';

/** Entry of the tab's history. The first one of a visit has the key `default`. */
export type Location = { pathname: string; search: string; hash: string; state: unknown; key: string };

export const FIRST_KEY = 'default';

export type Route = {
  path: string;
  /** Set if the page also has the paths below its own. */
  hasParts?: boolean;
  /** Source file of the page, unless all pages load it. Its styles and scripts are linked in the HTML. */
  module?: string;
  load(): Promise<ComponentType>;
};

/** Path of the route for all other paths. */
export const OTHER_PATHS = '*';

/** Path of the route for all pages that administrators have created. Only the server knows their own paths. */
export const OWN_PAGE = '*own-page';

export type RouterState = {
  location: Location;
  /** Path of the shown route. */
  path: string;
  Page: ComponentType;
  /** Content of the page; undefined if it has none. */
  content: PageContents[ContentPath] | undefined;
  shell: ShellContent;
  /** HTML of a page that administrators have created; only on the server. */
  ownPageHtml?: string | undefined;
  /** Position to scroll to, in CSS pixels from the top; undefined to stay. */
  scrollTo: number | undefined;
  /** True after Back, Forward, and the reload of a page that was reached by client-side navigation. */
  isReturn: boolean;
};

export type NavigateOptions = { replace?: boolean; state?: unknown; preventScrollReset?: boolean };

export type Router = {
  getState(): RouterState;
  subscribe(onChange: () => void): () => void;
  /** Opens a URL of the app, or moves in the history by a number of entries. */
  navigate(to: string | number, options?: NavigateOptions): Promise<void>;
  /** Loads the code of the page at a URL. */
  preload(to: string): void;
  /** Calls `onBlocked` in place of leaving the page, until the returned function is called. */
  block(onBlocked: (leave: () => void) => void): () => void;
};

const POSITIONS_KEY = 'scroll-positions';

/**
 * Creates the router of the browser. Code of a page that was not loaded yet delays only its own navigation; if it
 * cannot be loaded, as after a deploy or offline, the browser loads the whole page instead.
 */
export function createRouter({
  routes,
  source,
  first,
  browser = window,
}: {
  routes: readonly Route[];
  source: PageSource;
  first: Pick<RouterState, 'path' | 'Page' | 'content' | 'shell'>;
  browser?: Window;
}): Router {
  const { history } = browser;
  const listeners = new Set<() => void>();
  const pages = new Map([[first.path, first.Page]]);
  const positions = readPositions(browser);
  let blocker: ((leave: () => void) => void) | undefined;
  /** The latest navigation; an earlier one whose code arrives later is dropped. */
  let latest: object | undefined;
  /** Called by the event of the movement that undoes a blocked one. */
  let onReverted: (() => void) | undefined;
  let index = entryOf(history.state).index;
  if (index === undefined) setIndex(0);
  let state: RouterState = { ...first, location: currentLocation(), scrollTo: undefined, isReturn: false };
  state.isReturn = state.location.key !== FIRST_KEY;

  history.scrollRestoration = 'manual';
  browser.addEventListener('popstate', () => void (onReverted ? onReverted() : returnToEntry()));
  browser.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) history.scrollRestoration = 'manual';
  });
  browser.addEventListener('pagehide', () => {
    savePosition();
    writePositions(browser, positions);
    // The browser then restores the position of a reload, before any script runs.
    history.scrollRestoration = 'auto';
  });

  return {
    getState: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    async navigate(to, options) {
      if (typeof to === 'number') return history.go(to);
      const { pathname, search, hash } = new URL(to, browser.location.href);
      const key = Math.random().toString(36).slice(2);
      const location = { pathname, search, hash, key, state: options?.state ?? null };
      if (isBlocked(location)) return blocker?.(() => void open(location, options));
      return open(location, options);
    },
    preload(to) {
      const path = pathOf(new URL(to, browser.location.href).pathname);
      // A failure repeats when the page is opened.
      findPage(path).catch(() => undefined);
    },
    block(onBlocked) {
      blocker = onBlocked;
      return () => {
        if (blocker === onBlocked) blocker = undefined;
      };
    },
  };

  async function open(
    location: Location,
    { replace = false, preventScrollReset = false }: NavigateOptions = {},
  ) {
    savePosition();
    const url = urlOf(location);
    const Page = await loadPage(location, () => browser.location[replace ? 'replace' : 'assign'](url));
    if (!Page) return;
    const { state: own, key } = location;
    if (replace) {
      history.replaceState({ state: own, key, index }, '', url);
    } else {
      index = (index ?? 0) + 1;
      history.pushState({ state: own, key, index }, '', url);
    }
    show(location, { Page, scrollTo: preventScrollReset ? undefined : 0, isReturn: false });
  }

  /** Shows the history entry that the browser has moved to. */
  async function returnToEntry(): Promise<void> {
    const location = currentLocation();
    const isShown = location.pathname === state.location.pathname;
    if (!isShown && pathOf(location.pathname) === OTHER_PATHS) return browser.location.reload();
    const entry = entryOf(history.state);
    // Without a known distance, a blocked movement cannot be undone.
    const distance = (entry.index ?? index ?? 0) - (index ?? 0);
    if (isBlocked(location) && distance !== 0) return revert(distance);
    // An entry without an index was created by a link that is not the router's, such as the skip link.
    if (entry.index === undefined) setIndex((index ?? 0) + 1);
    else index = entry.index;
    savePosition();
    const Page = await loadPage(location, () => browser.location.reload());
    if (!Page) return;
    const position = positions[location.key];
    const isReturn = location.key !== FIRST_KEY || position !== undefined;
    show(location, { Page, scrollTo: position ?? 0, isReturn });
  }

  /** Moves back to the shown page, because it blocks leaving. */
  function revert(distance: number): void {
    const leave = blocker;
    onReverted = () => {
      onReverted = undefined;
      leave?.(() => {
        blocker = undefined;
        history.go(distance);
      });
    };
    history.go(-distance);
  }

  async function loadPage(location: Location, loadInFull: () => void): Promise<ComponentType | undefined> {
    const mine = {};
    latest = mine;
    try {
      const Page = await findPage(pathOf(location.pathname));
      return latest === mine ? Page : undefined;
    } catch {
      if (latest === mine) loadInFull();
      return undefined;
    }
  }

  async function findPage(path: string): Promise<ComponentType> {
    const known = pages.get(path);
    if (known) return known;
    const Page = await routeOf(routes, path).load();
    pages.set(path, Page);
    return Page;
  }

  function show(location: Location, rest: Pick<RouterState, 'Page' | 'scrollTo' | 'isReturn'>): void {
    const path = pathOf(location.pathname);
    const before = state;
    const isSamePlace =
      before.location.pathname + before.location.search === location.pathname + location.search;
    // A link to a hash loads nothing. Any other shows the current day and texts, and one to the same URL reloads.
    const keeps = isSamePlace && location.hash !== '';
    const reloads =
      before.path !== path ||
      pageNumber(before.location) !== pageNumber(location) ||
      (!keeps && urlOf(before.location) === urlOf(location));
    state = {
      ...rest,
      location,
      path,
      content: reloads ? contentOf(source, path, location.search) : before.content,
      shell: keeps ? before.shell : source.shell(),
    };
    for (const onChange of listeners) onChange();
  }

  function isBlocked({ pathname }: Location): boolean {
    return blocker !== undefined && pathname !== state.location.pathname;
  }

  function currentLocation(): Location {
    const { pathname, search, hash } = browser.location;
    const { state: own, key } = entryOf(history.state);
    return { pathname, search, hash, state: own, key };
  }

  function pathOf(pathname: string): string {
    const { path } = routeOf(routes, pathname);
    return path === OTHER_PATHS && pathname === state.location.pathname ? state.path : path;
  }

  function savePosition(): void {
    positions[state.location.key] = browser.scrollY;
  }

  function setIndex(next: number): void {
    index = next;
    history.replaceState({ ...(history.state as object | null), index }, '');
  }
}

/** Returns the route of a path, with or without trailing slash. */
export function routeOf(routes: readonly Route[], pathname: string): Route {
  const page = withoutLastSlash(pathname);
  return (
    routes.find(({ path, hasParts }) => path === page || (hasParts && page.startsWith(`${path}/`))) ??
    routes.find(({ path }) => path === OTHER_PATHS)!
  );
}

export function contentOf(
  source: PageSource,
  path: string,
  search: string,
): PageContents[ContentPath] | undefined {
  if (!Object.hasOwn(source.pages, path)) return undefined;
  return source.pages[path as ContentPath](new URLSearchParams(search));
}

const pageNumber = ({ search }: Location) => new URLSearchParams(search).get(PAGE_PARAMETER);

const urlOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

type Entry = { state: unknown; key: string; index: number | undefined };

/** Reads the state of a history entry, which may come from another release. */
function entryOf(state: unknown): Entry {
  const { key, index, state: own } = { ...(state as Partial<Entry> | null) };
  return {
    state: own ?? null,
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
