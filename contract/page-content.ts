import type { BidsAtAGlance } from './bids-at-a-glance.ts';
import type { AgeRule } from './bids-shown.ts';
import type { CashBids } from './cash-bids.ts';
import type { Employees } from './employees.ts';
import type { ShownImage } from './images.ts';
import type { PioneerItem } from './pioneer.ts';
import type { PriceTable, PriceTableType } from './price-tables.ts';
import type { Site } from './site.ts';

/** What the site file says that pages need; the rest stays on the server. */
export type PublicSite = Omit<
  Site,
  '$schema' | 'contentSecurityPolicy' | 'publicAddress' | 'descriptions' | 'shareImage'
>;

/** Texts by their public number; one that is not set is missing. */
export type Texts = Record<number, string>;

export type HomeContent = {
  texts: Texts;
  cashBids: BidsAtAGlance;
  /** The calendar day in the cooperative's zone, such as 2026-11-20. */
  today: string;
};

export type ContactUsContent = Pick<HomeContent, 'texts' | 'today'>;
export type PriceTables = Partial<Record<PriceTableType, PriceTable>>;

/** What every page knows besides its own content. */
export type ShellContent = {
  isDemo: boolean;
  /** Stands on the home page before the newest has arrived, so that nothing below it moves. */
  announcement: string;
  telephone: string;
  /** The calendar day in the cooperative's zone on which the page was made: printed sheets tell it. */
  today: string;
};

/** Something that is known from before and being asked for anew. */
export class Refreshing<Value> {
  readonly known: Value;
  readonly arriving: Promise<Value>;

  constructor(known: Value, arriving: Promise<Value>) {
    this.known = known;
    this.arriving = arriving;
  }
}

/** A part of a page's content: there, on its way, or there and being refreshed. */
export type Content<Value> = Value | Promise<Value> | Refreshing<Value>;

/** The value that is there to be shown, if any. */
export function knownOf<Value>(content: Content<Value>): Value | undefined {
  if (content instanceof Promise) return undefined;
  return content instanceof Refreshing ? content.known : content;
}

/** What the parts of each page need, by the path of the page. Parts that are asked for apart can fail apart. */
export type PageContents = {
  '/': { content: Content<HomeContent> };
  '/about-us': { texts: Content<Texts>; employees: Content<Employees> };
  '/contact-us': { content: Content<ContactUsContent> };
  '/products': { messages: Content<Texts>; fertilizer: Content<PriceTables>; fuel: Content<PriceTables> };
  '/pioneer': { items: Content<PioneerItem[]> };
  '/gallery': { images: Content<ShownImage[]> };
};
export type ContentPath = keyof PageContents;

/** Where pages get their content: on the server from memory, in the browser from the documented calls. */
export type PageSource = {
  shell(): ShellContent;
  pages: { [Path in ContentPath]: () => PageContents[Path] };
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

/** What stands on the sheet of all prices. */
export type PriceSheetContent = {
  cashBids: CashBids;
  tables: PriceTables;
  texts: Texts;
  today: string;
  age: AgeRule;
  publicAddress: string;
};

/** What the built pages offer to the server: the one crossing between the two. */
export type PageEntry = {
  /** The addresses of all pages. */
  paths: readonly string[];
  /** Renders the page of an address, a path and perhaps a query. A page that throws rejects. */
  renderPage(address: string, source: PageSource, site: PublicSite): Promise<RenderedPage>;
  /** The small page of bids, complete without scripts. */
  renderCashBids(
    cashBids: CashBids,
    page: {
      telephone: string;
      /** Opened by itself: with a head and margins of its own. */
      isAlone: boolean;
      age: AgeRule;
    },
    site: PublicSite,
  ): Promise<{ title: string; html: string }>;
  /** The board for the office's wall, whose script only keeps it current. */
  renderWallBoard(
    cashBids: CashBids,
    page: { telephone: string; age: AgeRule },
    site: PublicSite,
  ): Promise<{ title: string; html: string }>;
  /** All prices on one sheet of paper. */
  renderPriceSheet(content: PriceSheetContent, site: PublicSite): Promise<{ title: string; html: string }>;
};
