import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageSource, ShellContent } from '#shared/page-content.ts';
import { createRouter, OTHER_PATHS, type Route, type Router } from './create-router.ts';

const SHELL: ShellContent = {
  isDemo: false,
  announcement: '',
  telephone: '',
  texts: {},
  today: '2026-11-20',
  hasHarvest: false,
  galleryImages: 0,
  navigation: [],
};

const pageNamed = (name: string) => Object.assign(() => null, { displayName: name });

/** Creates a router at `/store` with a fake browser, whose history moves in a later task, as in real ones. */
function aRouter({
  routes = {},
  loadsInFull = false,
}: { routes?: Record<string, Route['load']>; loadsInFull?: boolean } = {}) {
  const paths = ['/', '/store', '/contact-us', '/gallery', '/admin/dashboard', OTHER_PATHS];
  const all = paths.map((path) => ({
    path,
    loadsInFull: loadsInFull && path === '/store',
    load: routes[path] ?? (async () => ({ default: pageNamed(path) })),
  }));
  const entries: { url: URL; state: unknown }[] = [{ url: new URL('http://co.op/store'), state: null }];
  let at = 0;
  const events = new EventTarget();
  const fullLoads: string[] = [];
  const loadInFull = (address: string) => void fullLoads.push(address);
  const stored: Record<string, string> = {};
  const history = {
    scrollRestoration: 'auto',
    get state() {
      return entries[at]?.state;
    },
    pushState(state: unknown, _: string, url: string) {
      entries.splice((at += 1), Infinity, { state, url: new URL(url, 'http://co.op') });
    },
    replaceState(state: unknown, _: string, url = entries[at]!.url.href) {
      entries[at] = { state, url: new URL(url, 'http://co.op') };
    },
    go(by: number) {
      setImmediate(() => {
        if (!entries[at + by]) return;
        at += by;
        events.dispatchEvent(new Event('popstate'));
      });
    },
  };
  const browser = {
    history,
    scrollY: 0,
    sessionStorage: {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, text: string) => (stored[key] = text),
    },
    addEventListener: events.addEventListener.bind(events),
    get location() {
      const { href, pathname, search, hash } = entries[at]!.url;
      const reload = () => loadInFull(href);
      return { href, pathname, search, hash, assign: loadInFull, replace: loadInFull, reload };
    },
  };
  const contents: string[] = [];
  const pages = {
    '/gallery': () => ({ images: [contents.push('/gallery')] }),
    '/contact-us': () => ({ content: contents.push('/contact-us') }),
  };
  const router = createRouter({
    routes: all,
    source: { shell: () => ({ ...SHELL }), pages } as unknown as PageSource,
    first: { path: '/store', Page: pageNamed('/store'), content: undefined, shell: SHELL },
    browser: browser as unknown as Window,
  });
  return {
    router,
    browser,
    fullLoads,
    contents,
    shown: () => shownBy(router),
    url: () => entries[at]!.url.pathname,
    /** Waits for the event of a movement in the history, and for the page. */
    async go(by: number) {
      history.go(by);
      await settled();
    },
  };
}

const shownBy = (router: Router) => router.getState().Page.displayName;
async function settled(): Promise<void> {
  for (let task = 0; task < 3; task += 1) await new Promise(setImmediate);
}

test('shows the page, its content, and its URL, from the top', async () => {
  const { router, shown, url, contents } = aRouter();
  await router.navigate('/gallery/?from=mail#a');
  assert.deepEqual([shown(), url(), contents], ['/gallery', '/gallery/', ['/gallery']]);
  const { location, scrollTo, isReturn } = router.getState();
  assert.deepEqual([location.search, location.hash, scrollTo, isReturn], ['?from=mail', '#a', 0, false]);
  await router.navigate('/nothing');
  assert.equal(shown(), OTHER_PATHS);
  assert.equal(router.getState().content, undefined);
});

test('loads content for another page and for the same URL, but not for a hash', async () => {
  const { router, contents } = aRouter();
  await router.navigate('/gallery');
  const { content, shell } = router.getState();
  await router.navigate('/gallery#a', { preventScrollReset: true });
  await router.navigate('/gallery#a');
  assert.equal(router.getState().content, content);
  assert.equal(router.getState().shell, shell);
  await router.navigate('/gallery');
  assert.equal(router.getState().content, content);
  assert.notEqual(router.getState().shell, shell);
  assert.equal(contents.length, 1);
  await router.navigate('/gallery');
  assert.equal(contents.length, 2);
});

test('restores the scroll position and the state of an entry on Back', async () => {
  const { router, browser, go, shown } = aRouter();
  await router.navigate('/gallery', { state: 'first' });
  browser.scrollY = 700;
  await router.navigate('/contact-us');
  await go(-1);
  const { scrollTo, isReturn, location } = router.getState();
  assert.deepEqual([shown(), scrollTo, isReturn, location.state], ['/gallery', 700, true, 'first']);
});

test('shows only the latest of two pages whose code arrives in the reverse order', async () => {
  const slow = Promise.withResolvers<Awaited<ReturnType<Route['load']>>>();
  const { router, shown, url } = aRouter({ routes: { '/gallery': () => slow.promise } });
  const first = router.navigate('/gallery');
  await router.navigate('/contact-us');
  slow.resolve({ default: pageNamed('late') });
  await first;
  assert.deepEqual([shown(), url()], ['/contact-us', '/contact-us']);
});

test('loads the page in full when its code cannot be loaded', async () => {
  const { router, shown, url, fullLoads } = aRouter({
    routes: { '/gallery': () => Promise.reject(new Error('offline')) },
  });
  router.preload('/gallery');
  await router.navigate('/gallery#a');
  assert.deepEqual([shown(), url(), fullLoads], ['/store', '/store', ['/gallery#a']]);
});

test('reloads a page whose content only the server has on Back, but not for a hash', async () => {
  const { router, browser, fullLoads } = aRouter({ loadsInFull: true });
  await router.navigate('/store#a');
  browser.history.go(-1);
  await settled();
  assert.deepEqual(fullLoads, []);
  await router.navigate('/gallery');
  browser.history.go(-1);
  await settled();
  assert.deepEqual(fullLoads, ['http://co.op/store']);
});

test('asks before a link or Back leaves a page that blocks it, and then leaves', async () => {
  const { router, shown, url, go } = aRouter();
  await router.navigate('/admin/dashboard');
  const asked: (() => void)[] = [];
  const stop = router.block((leave) => void asked.push(leave));

  await router.navigate('/admin/dashboard#fuel');
  assert.equal(asked.length, 0);
  await router.navigate('/contact-us');
  assert.deepEqual([asked.length, url()], [1, '/admin/dashboard']);
  await go(-2);
  await settled();
  assert.deepEqual([asked.length, shown(), url()], [2, '/admin/dashboard', '/admin/dashboard']);
  assert.equal(router.getState().location.hash, '#fuel');

  asked[1]?.();
  await settled();
  assert.deepEqual([shown(), url()], ['/store', '/store']);
  await router.navigate('/admin/dashboard');
  stop();
  await go(-1);
  assert.equal(shown(), '/store');
});

test('leaves for an entry of unknown distance without asking, because it could not come back', async () => {
  const { router, browser, shown, go } = aRouter();
  await router.navigate('/admin/dashboard');
  browser.history.pushState(null, '', '/gallery');
  await go(-1);
  router.block(() => assert.fail('asked'));
  await go(1);
  assert.equal(shown(), '/gallery');
});

test('returns to an entry that the router has not created, such as that of the skip link', async () => {
  const { router, browser, shown, go } = aRouter();
  await router.navigate('/gallery');
  browser.history.pushState(null, '', '/gallery#main');
  await go(0);
  await router.navigate('/contact-us');
  const asked: unknown[] = [];
  router.block((leave) => void asked.push(leave));
  await go(-1);
  await settled();
  assert.deepEqual([asked.length, shown(), browser.location.pathname], [1, '/contact-us', '/contact-us']);
});
