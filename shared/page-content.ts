import type { BidSummary } from './bid-summary.ts';
import type { StalenessRule } from './format-bids.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import type { Employees } from '#contract/employees.ts';
import type { ShownImage } from '#contract/images.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import type { PriceTable, PriceTableType } from '#contract/price-tables.ts';
import type { Site } from '#contract/site.ts';

/** Part of the site file that is sent to browsers. */
export type PublicSite = Omit<
  Site,
  '$schema' | 'contentSecurityPolicy' | 'publicAddress' | 'descriptions' | 'shareImage'
>;

/** Texts by id, without those that are not set. */
export type Texts = Record<number, string>;

export type HomeContent = {
  texts: Texts;
  cashBids: BidSummary;
  /** Calendar day in the cooperative's time zone, such as 2026-11-20. */
  today: string;
};

export type ContactUsContent = Pick<HomeContent, 'texts' | 'today'>;
export type PriceTables = Partial<Record<PriceTableType, PriceTable>>;

export type ShellContent = {
  isDemo: boolean;
  /** Shown on the home page until its content has loaded, to prevent layout shift. */
  announcement: string;
  telephone: string;
  /** Calendar day of rendering in the cooperative's time zone, for printed pages. */
  today: string;
};

/** Stale value and the promise of its replacement (stale-while-revalidate). */
export class StaleValue<Value> {
  readonly known: Value;
  readonly arriving: Promise<Value>;

  constructor(known: Value, arriving: Promise<Value>) {
    this.known = known;
    this.arriving = arriving;
  }
}

/** Part of a page's content: loaded, loading, or stale while it reloads. */
export type Loadable<Value> = Value | Promise<Value> | StaleValue<Value>;

/** Returns the loaded or stale value, or undefined while the first one loads. */
export function currentValue<Value>(content: Loadable<Value>): Value | undefined {
  if (content instanceof Promise) return undefined;
  return content instanceof StaleValue ? content.known : content;
}

/** Content of each page by path. Parts that are requested separately can fail separately. */
export type PageContents = {
  '/': { content: Loadable<HomeContent> };
  '/about-us': { texts: Loadable<Texts>; employees: Loadable<Employees> };
  '/contact-us': { content: Loadable<ContactUsContent> };
  '/products': { messages: Loadable<Texts>; fertilizer: Loadable<PriceTables>; fuel: Loadable<PriceTables> };
  '/pioneer': { items: Loadable<PioneerItem[]> };
  '/gallery': { images: Loadable<ShownImage[]> };
};
export type ContentPath = keyof PageContents;

/** Source of page content: the content cache on the server, the public API in the browser. */
export type PageSource = {
  shell(): ShellContent;
  pages: { [Path in ContentPath]: () => PageContents[Path] };
};

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
  /** Source files that only this page uses. Their styles and scripts are added to the document. */
  modules: string[];
  loaderData: Record<string, unknown>;
};

export type PriceSheetContent = {
  cashBids: CashBids;
  tables: PriceTables;
  texts: Texts;
  today: string;
  age: StalenessRule;
  publicAddress: string;
};

/** Interface of the built pages; the only code in `app` that the server calls. */
export type PageEntry = {
  paths: readonly string[];
  /** Renders the page at a path with an optional query. Rejects if a component or loader throws. */
  renderPage(url: string, source: PageSource, site: PublicSite): Promise<RenderedPage>;
  /** Renders the page of cash bids, which works without scripts. */
  renderCashBids(
    cashBids: CashBids,
    page: {
      telephone: string;
      /** True outside an iframe: adds a header and margins. */
      isStandalone: boolean;
      age: StalenessRule;
    },
    site: PublicSite,
  ): Promise<{ title: string; html: string }>;
  /** Renders the wall-board page, whose script only keeps it current. */
  renderWallBoard(
    cashBids: CashBids,
    page: { telephone: string; age: StalenessRule },
    site: PublicSite,
  ): Promise<{ title: string; html: string }>;
  /** Renders the printable page of all prices. */
  renderPriceSheet(content: PriceSheetContent, site: PublicSite): Promise<{ title: string; html: string }>;
};
