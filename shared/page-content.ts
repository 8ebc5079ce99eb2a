import type { OwnPageContent } from './own-page-content.ts';
import type { UtcOffsets } from './date-time.ts';
import type { OpenNow } from './location-hours.ts';
import type { BidHistory } from './bid-history.ts';
import type { BidSummary } from './bid-summary.ts';
import type { StalenessRule } from './format-bids.ts';
import type { PriceTimes } from './price-times.ts';
import type { HomeLocations, ShownLocation } from './shown-locations.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import type { VersionId } from '#contract/content-version.ts';
import type { Employees } from '#contract/employees.ts';
import type { Location } from '#contract/locations.ts';
import type { ShownImage } from '#contract/images.ts';
import type { PastPrices } from '#contract/past-prices.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import type { PriceTable, PriceTableType } from '#contract/price-tables.ts';
import type { Site } from '#contract/site.ts';
import type { SiteTextEntry } from '#contract/site-text.ts';

/** Part of the site file that is sent to browsers. */
export type PublicSite = Omit<
  Site,
  | '$schema'
  | 'formatVersion'
  | 'contentSecurityPolicy'
  | 'descriptions'
  | 'shareImage'
  | 'navigation'
  | 'setup'
> & {
  /** Days for which deleted images can be restored. Only the pages of the editor have it, if it is not the default. */
  deletedImageDays?: number | undefined;
};

/** Texts by id, without those that are not set. */
export type Texts = Record<number, string>;

export type TextContent = {
  texts: Texts;
  /** ISO 8601; null if the hours were never changed. */
  hoursChangedAt: string | null;
};

/** Returns the texts by id, and the time of the newest change of the hours among them. */
export const toTextContent = (entries: readonly SiteTextEntry[]): TextContent => ({
  texts: Object.fromEntries(entries.map(({ configId, content }) => [configId, content])),
  hoursChangedAt:
    entries
      .flatMap(({ changedAt }) => changedAt ?? [])
      .toSorted()
      .at(-1) ?? null,
});

export type HomeContent = TextContent & {
  cashBids: BidSummary;
  /** Calendar day in the cooperative's time zone, such as 2026-11-20. */
  today: string;
};

/** Content of the market pages without an embed. */
export type MarketContent = Pick<HomeContent, 'cashBids'>;

/** Content of the news page without an embed. */
export type NewsContent = { announcement: string; priceTimes: PriceTimes };

export type ContactUsContent = TextContent & {
  today: string;
  /** Of the main location. */
  open: OpenNow | null;
};

export type PriceTables = Partial<Record<PriceTableType, PriceTable>>;

/** Logo with its size in CSS pixels. */
export type ShownLogo = { src: string; width: number; height: number };

export type ShellContent = {
  isDemo: boolean;
  /** Shown on the home page until its content has loaded, to prevent layout shift. */
  announcement: string;
  telephone: string;
  /** Address, phone number and hours, for the footer. */
  texts: Texts;
  /** Calendar day in the cooperative's time zone. */
  today: string;
  /** Logo in the top bar; undefined to show the drawing and the short name. */
  logo?: (ShownLogo & { dark?: ShownLogo | undefined }) | undefined;
  /** Number of images in the gallery. */
  galleryImages: number;
  /** The menu, with links to pages of administrators that visitors can open. */
  navigation: Site['navigation'];
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

/** Returns content made of several parts: a promise while one of them is loading, and stale if one of them is. */
export function combine<Parts extends readonly unknown[], To>(
  parts: { [Index in keyof Parts]: Loadable<Parts[Index]> },
  change: (...values: Parts) => To,
): Loadable<To> {
  const each: readonly Loadable<unknown>[] = parts;
  const arrive = () =>
    withHandledRejection(
      Promise.all(each.map((part) => (part instanceof StaleValue ? part.arriving : part))).then((values) =>
        change(...(values as unknown as Parts)),
      ),
    );
  if (each.some((part) => part instanceof Promise)) return arrive();
  const known = change(...(each.map(currentValue) as unknown as Parts));
  return each.some((part) => part instanceof StaleValue) ? new StaleValue(known, arrive()) : known;
}

/** Suppresses the unhandled-rejection warning: the promise may reject before the page starts to await it. */
export function withHandledRejection<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

/** Failed sign-in with the form before hydration. Never has the password. */
export type SignInAttempt = { username: string; message: string; hint?: string | undefined };

/** Content of each page by path. Parts that are requested separately can fail separately. */
export type PageContents = {
  '/': {
    content: Loadable<HomeContent>;
    fuel: Loadable<PriceTables>;
    /** The main location and the first others; none if there is only one. */
    locations: Loadable<HomeLocations>;
  };
  '/about-us': { texts: Loadable<Texts>; employees: Loadable<Employees> };
  '/contact-us': { content: Loadable<ContactUsContent>; locations: Loadable<ShownLocation[]> };
  '/products': { messages: Loadable<Texts>; fertilizer: Loadable<PriceTables>; fuel: Loadable<PriceTables> };
  '/pioneer': { items: Loadable<PioneerItem[]> };
  /** The images of a page, or all if there are few. `page` is 0 if there is no such page. */
  '/gallery': { images: Loadable<ShownImage[]>; page: number; total: number };
  '/future-market-overview': { content: Loadable<MarketContent> };
  '/future-detail': { content: Loadable<MarketContent> };
  '/market-snapshot': { content: Loadable<MarketContent> };
  '/news': { content: Loadable<NewsContent> };
  '/admin': { attempt?: SignInAttempt };
};
export type ContentPath = keyof PageContents;

/** Source of page content: the content cache on the server, the public API in the browser. */
export type PageSource = {
  shell(): ShellContent;
  pages: { [Path in ContentPath]: (query?: URLSearchParams) => PageContents[Path] };
  /** Returns the page that administrators have created at a path. Only the server has them. */
  ownPage?: (path: string) => OwnPageContent | undefined;
};

export type PageState = {
  site: PublicSite;
  shell: ShellContent;
  /** Path of the rendered route, which is not that of the URL if the page does not exist or failed to render. */
  path: string;
  content: PageContents[ContentPath] | undefined;
  contentVersion: VersionId;
  /** Hash of the settings, colors, menu, logo, and phone number, which stay as they are until the next full load. */
  siteRevision: string;
  /** For the time zone of the site. */
  utcOffsets: UtcOffsets;
};

export type RenderedPage = {
  status: number;
  title: string;
  html: string;
  /** Source file of the page, unless all pages load it. Its styles and scripts are added to the document. */
  module?: string | undefined;
} & Pick<PageState, 'path' | 'content'>;

/** Phone numbers of locations, by the text of their bids. */
export type BidPhones = Readonly<Record<string, string>>;

export type WallBoardContent = {
  cashBids: CashBids;
  telephone: string;
  phones: BidPhones;
  age: StalenessRule;
};

export type CashBidsContent = WallBoardContent & {
  /** True outside an iframe: adds a header and margins. */
  isStandalone: boolean;
  /** Links prices to their history, by the ids of the bids, and shows one that is open. */
  history?: { ids: readonly string[]; open: BidHistory | undefined };
  /** True if the bid whose history was requested is not posted. */
  isMissing?: boolean;
};

export type PriceSheetContent = Omit<ContactUsContent, 'open'> & {
  /** Locations other than the main one. */
  locations: readonly Location[];
  phones: BidPhones;
  cashBids: CashBids;
  tables: PriceTables;
  age: StalenessRule;
  publicAddress: string;
};

export type PastPricesContent = {
  /** What the visitor asked for, to show in the input; such as 2026-11-20T09:05. */
  at: string;
  /** Prices of the minute, or of both if clocks repeated it. */
  found: { prices: PastPrices; address: string }[];
  /** Sentences about why there are no prices. */
  problem?: string | undefined;
  needsSignIn?: boolean;
  /** Other minutes to choose instead. */
  choices?: { label: string; at: string }[];
  /** Newest minute that can be chosen. */
  latest: string;
  oldAfterHours: number;
  telephone: string;
};

/** Content of the pages that work without the app's script. Past prices are printable, like the sheet of all prices. */
export type StandaloneContents = {
  cashBids: CashBidsContent;
  wallBoard: WallBoardContent;
  priceSheet: PriceSheetContent;
  pastPrices: PastPricesContent;
};

/** Interface of the built pages; the only code in `app` that the server calls. */
export type PageEntry = {
  paths: readonly string[];
  /** Renders the page at a path with an optional query. Rejects if a component or loader throws. */
  renderPage(url: string, source: PageSource, site: PublicSite): Promise<RenderedPage>;
  renderStandalone<Kind extends keyof StandaloneContents>(
    kind: Kind,
    content: StandaloneContents[Kind],
    site: PublicSite,
  ): Promise<{ title: string; html: string }>;
};
