import type { CashBids } from './cash-bids.ts';
import type { Site } from './site.ts';

/** What the site file says that pages need; the rest stays on the server. */
export type PublicSite = Omit<Site, '$schema' | 'contentSecurityPolicy' | 'publicAddress'>;

export type HomeContent = {
  /** Texts by their public number; one that is not set is missing. */
  texts: Record<number, string>;
  cashBids: CashBids;
  /** The calendar day in the cooperative's zone, such as 2026-11-20. */
  today: string;
};

/** What every page knows besides its own content. */
export type ShellContent = {
  isDemo: boolean;
  /** Stands on the home page before the newest has arrived, so that nothing below it moves. */
  announcement: string;
  telephone: string;
};

/** Where pages get their content: on the server from memory, in the browser from the documented calls. */
export type PageSource = {
  shell(): ShellContent;
  home(): HomeContent | Promise<HomeContent>;
};

/** What the browser finds in the page to go on from. */
export type PageState = {
  site: PublicSite;
  shell: ShellContent;
  loaderData: Record<string, unknown>;
  contentVersion: number;
};

export type RenderedPage = {
  status: number;
  title: string;
  html: string;
  /** Source files that only this page is made of: their styles travel with it. */
  modules: string[];
  loaderData: Record<string, unknown>;
};

/** What the built pages offer to the server: the one crossing between the two. */
export type PageEntry = {
  /** The addresses of all pages. */
  paths: readonly string[];
  /** Renders the page of a path. A page that throws rejects. */
  renderPage(path: string, source: PageSource, site: PublicSite): Promise<RenderedPage>;
  /** The small page of bids, complete without scripts. */
  renderCashBids(
    cashBids: CashBids,
    telephone: string,
    site: PublicSite,
  ): Promise<{ title: string; html: string }>;
};
