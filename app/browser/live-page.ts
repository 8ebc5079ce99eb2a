import type { PageState, ShellContent } from '#shared/page-content.ts';
import { markChanges } from './mark-changes.ts';
import { morph } from './morph.ts';
import { fetchCurrent, markIn, watchVersion } from './watch-version.ts';

/** Age of a page from which it reloads for another release: during a deploy, servers of both respond. */
const RELEASE_MS = 60_000;
const OWN_PAGE_ID = 'own-page';

/** What the router and the source of content do here. */
type Shown = {
  router: {
    getState(): { location: { pathname: string; search: string }; path: string };
    refresh(content: PageState['content'], shell: ShellContent): void;
  };
  source: { shell(): ShellContent; show(state: PageState): void };
};

type WatchOptions = Partial<Omit<Parameters<typeof watchVersion>[0], 'shown' | 'refresh'>>;

/** Keeps a page of the app current. `script`: URL of a script that changes with the release. `options`: for tests. */
export function keepPageCurrent(
  { router, source }: Shown,
  { siteRevision, script, ...options }: { siteRevision: string; script: string } & WatchOptions,
): void {
  async function refresh(): Promise<string> {
    const { location: at, path } = router.getState();
    const html = await (await fetchCurrent(at.pathname + at.search)).text();
    // The visitor has gone on to another page, so try again with that one.
    if (router.getState().location !== at) return '';
    const page = new DOMParser().parseFromString(html, 'text/html');
    const state = JSON.parse(page.getElementById('page-state')?.textContent ?? '') as PageState;
    const isOther = !html.includes(script);
    const isOld = isOther && performance.now() > RELEASE_MS;
    // React cannot change texts that the browser has translated into `font` elements.
    const needsReload = state.siteRevision !== siteRevision || state.path !== path || hasTranslation();
    if ((isOld || (!isOther && needsReload)) && !isInUse()) location.reload();
    if (isOther || needsReload) return '';
    markChanges(() => {
      source.show(state);
      router.refresh(state.content, source.shell());
      const [own, newer] = [document, page].map((each) => each.getElementById(OWN_PAGE_ID));
      if (own && newer) morph(own, newer);
    });
    return markIn(html);
  }

  watchVersion({ shown: document.documentElement.dataset['mark'] ?? '', refresh, ...options });
}

const hasTranslation = () => document.querySelector('font') !== null;

/** Returns whether a reload would take something away from the visitor. */
const isInUse = () =>
  document.querySelector('input:focus, textarea:focus, select:focus, dialog[open], details[open]') !== null ||
  String(getSelection()) !== '';
