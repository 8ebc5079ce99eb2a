import type { ComponentType } from 'react';
import { PAGE_PARAMETER } from '#contract/images.ts';
import { withoutLastSlash } from '#contract/paths.ts';
import type { ContentPath, PageContents, PageSource, ShellContent } from '#shared/page-content.ts';
import { createHistoryEntries, FIRST_KEY, urlOf, type Location } from './history-entries.ts';

export type Route = {
  path: string;
  /** Set if the page also has the paths below its own. */
  hasParts?: boolean;
  /** Set if only the server has the content of the page. */
  loadsInFull?: boolean;
  /** Source file of the page, unless all pages load it. Its styles and scripts are linked in the HTML. */
  module?: string;
  /** Imports the code of the page, which the browser requests once. */
  load(): Promise<{ default: ComponentType }>;
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
  /** Shows other content of the same page. */
  refresh(content: RouterState['content'], shell: ShellContent): void;
  /** Loads the code of the page at a URL. */
  preload(to: string): void;
  /** Calls `onBlocked` in place of leaving the page, until the returned function is called. */
  block(onBlocked: (leave: () => void) => void): () => void;
};

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
  const entries = createHistoryEntries(browser, () => state.location.key);
  let blocker: ((leave: () => void) => void) | undefined;
  /** The latest navigation; an earlier one whose code arrives later is dropped. */
  let latest: object | undefined;
  /** Called by the event of the movement that undoes a blocked one. */
  let onReverted: (() => void) | undefined;
  const location = entries.current();
  let state: RouterState = { ...first, location, scrollTo: undefined, isReturn: location.key !== FIRST_KEY };

  browser.addEventListener('popstate', () => void (onReverted ? onReverted() : returnToEntry()));

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
      const next = { pathname, search, hash, key, state: options?.state ?? null };
      if (isBlocked(next)) return blocker?.(() => void open(next, options));
      return open(next, options);
    },
    refresh(content, shell) {
      state = { ...state, content, shell, scrollTo: undefined };
      for (const onChange of listeners) onChange();
    },
    preload(to) {
      const path = pathOf(new URL(to, browser.location.href).pathname);
      // A failure repeats when the page is opened.
      routeOf(routes, path)
        .load()
        .catch(() => undefined);
    },
    block(onBlocked) {
      blocker = onBlocked;
      return () => {
        if (blocker === onBlocked) blocker = undefined;
      };
    },
  };

  async function open(next: Location, { replace = false, preventScrollReset }: NavigateOptions = {}) {
    entries.savePosition();
    const Page = await loadPage(next, () => browser.location[replace ? 'replace' : 'assign'](urlOf(next)));
    if (!Page) return;
    entries.write(next, replace);
    show(next, { Page, scrollTo: preventScrollReset ? undefined : 0, isReturn: false });
  }

  /** Shows the history entry that the browser has moved to. */
  async function returnToEntry(): Promise<void> {
    const next = entries.current();
    const isShown = next.pathname === state.location.pathname;
    const { path, loadsInFull } = routeOf(routes, next.pathname);
    if (!isShown && (loadsInFull || path === OTHER_PATHS)) return browser.location.reload();
    // Without a known distance, a blocked movement cannot be undone.
    const distance = entries.distance();
    if (isBlocked(next) && distance !== 0) return revert(distance);
    entries.follow();
    entries.savePosition();
    const Page = await loadPage(next, () => browser.location.reload());
    if (!Page) return;
    const position = entries.positionOf(next.key);
    const isReturn = next.key !== FIRST_KEY || position !== undefined;
    show(next, { Page, scrollTo: position ?? 0, isReturn });
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

  async function loadPage(next: Location, loadInFull: () => void): Promise<ComponentType | undefined> {
    const mine = {};
    latest = mine;
    try {
      const path = pathOf(next.pathname);
      // An import takes a task, in which a key press would miss the dialog that a hash opens.
      const Page = path === state.path ? state.Page : (await routeOf(routes, path).load()).default;
      return latest === mine ? Page : undefined;
    } catch {
      if (latest === mine) loadInFull();
      return undefined;
    }
  }

  function show(next: Location, rest: Pick<RouterState, 'Page' | 'scrollTo' | 'isReturn'>): void {
    const path = pathOf(next.pathname);
    const { content, shell } = contentAfter(source, state, next, path);
    state = { ...rest, location: next, path, content, shell };
    for (const onChange of listeners) onChange();
  }

  function isBlocked({ pathname }: Location): boolean {
    return blocker !== undefined && pathname !== state.location.pathname;
  }

  function pathOf(pathname: string): string {
    const { path } = routeOf(routes, pathname);
    return path === OTHER_PATHS && pathname === state.location.pathname ? state.path : path;
  }
}

/** Returns the content of the page and the shell after a navigation. */
function contentAfter(source: PageSource, before: RouterState, location: Location, path: string) {
  const isSamePlace =
    before.location.pathname + before.location.search === location.pathname + location.search;
  // A link to a hash loads nothing. Any other shows the current day and texts, and one to the same URL reloads.
  const keeps = isSamePlace && location.hash !== '';
  const reloads =
    before.path !== path ||
    pageNumber(before.location) !== pageNumber(location) ||
    (!keeps && urlOf(before.location) === urlOf(location));
  return {
    content: reloads ? contentOf(source, path, location.search) : before.content,
    shell: keeps ? before.shell : source.shell(),
  };
}

/** Returns the route of a path, with or without trailing slash. */
export function routeOf(routes: readonly Route[], pathname: string): Route {
  const page = withoutLastSlash(pathname);
  return (
    routes.find(({ path, hasParts }) => path === page || (hasParts && page.startsWith(`${path}/`))) ??
    routes.find(({ path }) => path === OTHER_PATHS)!
  );
}

export function contentOf(source: PageSource, path: string, search: string) {
  if (!Object.hasOwn(source.pages, path)) return undefined;
  return source.pages[path as ContentPath]?.(new URLSearchParams(search));
}

const pageNumber = ({ search }: Location) => new URLSearchParams(search).get(PAGE_PARAMETER);
