import type { HarvestEntry } from '#contract/harvest.ts';
import { PAGE_PARAMETER, pageNumberOf, type Image, type ShownImage } from '#contract/images.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import type { VersionId } from '#contract/content-version.ts';
import type { Employee, Employees } from '#contract/employees.ts';
import type { Location } from '#contract/locations.ts';
import type { PastPricesContent } from './past-prices-content.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import {
  FERTILIZER_TABLES,
  FUEL_TABLES,
  type PriceTable,
  type PriceTableType,
} from '#contract/price-tables.ts';
import type { Site } from '#contract/site.ts';
import {
  ABOUT_US_TEXT_IDS,
  CONTACT_US_TEXT_IDS,
  PRODUCT_TEXT_IDS,
  type SiteTextEntry,
} from '#contract/site-text.ts';
import type { BidHistory } from './bid-history.ts';
import type { BidSummary } from './bid-summary.ts';
import type { UtcOffsets } from './date-time.ts';
import type { StalenessRule } from './format-bids.ts';
import { combine, type Loadable } from './loadable.ts';
import { openAt, type OpenNow } from './location-hours.ts';
import type { OwnPageContent } from './own-page-content.ts';
import { homeLocations, mainHours, shownLocations, type SiteHours } from './shown-locations.ts';

/** Part of the site file that is sent to browsers. */
export type PublicSite = Omit<Site, (typeof SERVER_ONLY)[number]> & {
  /** Days for which deleted images can be restored. Only the pages of the editor have it, if it is not the default. */
  deletedImageDays?: number | undefined;
  /** True if the server can send email. */
  sendsMail?: true;
  /** Replaces the drawing and the video of the home page. */
  homeImage?: Pick<Image, 'screenUrl' | 'phoneUrl' | 'focus'> & { alt: string };
};

/** Keys of the site file that no page needs in this form. */
export const SERVER_ONLY = [
  '$schema',
  'formatVersion',
  'contentSecurityPolicy',
  'descriptions',
  'shareImage',
  'navigation',
  'setup',
] as const satisfies (keyof Site)[];

/** Returns the latest of the times, or null if there are none. */
const newestTime = (times: readonly (string | null | undefined)[]): string | null =>
  times
    .flatMap((time) => time ?? [])
    .toSorted()
    .at(-1) ?? null;

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
  hoursChangedAt: newestTime(entries.map(({ changedAt }) => changedAt)),
});

/** Content of the table of opening hours. `today` is a calendar day in the cooperative's time zone, such as 2026-11-20. */
export type HoursContent = TextContent & { today: string };

/** Whether the main location was open when the page was rendered. */
export type OpenContent = HoursContent & { open: OpenNow | null };

/** Content of the list of cash bids. */
export type MarketContent = { cashBids: BidSummary };

export type PriceTables = Partial<Record<PriceTableType, PriceTable>>;

/** Logo with its size in CSS pixels. */
export type ShownLogo = { src: string; width: number; height: number };

export type ShellContent = {
  isDemo: boolean;
  /** Shown on the home page until its content has loaded, to prevent layout shift. */
  announcement: string;
  telephone: string;
  /** Address, phone number, and hours for the footer, and the emergency number. */
  texts: Texts;
  /** The first employee with such a title and a phone number. */
  agronomist?: Pick<Employee, 'name' | 'phoneNumber'> | undefined;
  /** Calendar day in the cooperative's time zone. */
  today: string;
  /** Logo in the top bar; undefined to show the drawing and the short name. */
  logo?: (ShownLogo & { dark?: ShownLogo | undefined }) | undefined;
  /** Whether the harvest board has entries. Only then, other pages request them. */
  hasHarvest: boolean;
  /** Number of images in the gallery. */
  galleryImages: number;
  /** The menu, with links to pages of administrators that visitors can open. */
  navigation: Site['navigation'];
};

/** Failed sign-in with the form before hydration. Never has the password. */
export type SignInAttempt = { username: string; message: string; hint?: string | undefined };

/** Entries of the harvest board, and the time at which they were read, in epoch ms. */
export type HarvestContent = { entries: readonly HarvestEntry[]; now: number };

/** What pages are made of: the content cache on the server, cached responses and requests in the browser. */
export type ContentParts = {
  /** Calendar day and local time of the cooperative. */
  today(): string;
  localTime(): string;
  site(): SiteHours;
  texts(ids: readonly number[]): Loadable<SiteTextEntry[]>;
  /** Texts of the home page, and the telephone number. */
  homeTexts(): Loadable<TextContent>;
  tables(types: readonly PriceTableType[]): Loadable<PriceTables>;
  cashBids(): Loadable<CashBids>;
  summarize(bids: CashBids): BidSummary;
  employees(): Loadable<Employees>;
  locations(): Loadable<Location[]>;
  /** Locations that are not from the browser's cache. */
  newestLocations(): Loadable<Location[]>;
  harvest(): Loadable<HarvestContent>;
  pioneerItems(): Loadable<PioneerItem[]>;
  galleryTotal(): number;
  gallery(page: number): Loadable<ShownImage[]>;
};

/** Returns the content of each page by path. Parts that are requested separately can fail separately. */
export function pagesFrom(parts: ContentParts) {
  const textsOf = (ids: readonly number[]) =>
    combine([parts.texts(ids)], (entries) => toTextContent(entries).texts);
  const now = () => ({ site: parts.site(), localTime: parts.localTime() });
  const mainOpen = ({ texts }: TextContent) => openAt(mainHours(texts, parts.site()), parts.localTime());
  return {
    '/'() {
      const texts = parts.homeTexts();
      return {
        content: combine([texts, parts.cashBids()], (text, bids) => ({
          ...text,
          cashBids: parts.summarize(bids),
          today: parts.today(),
          open: mainOpen(text),
        })),
        fuel: parts.tables(FUEL_TABLES),
        /** The main location and the first others; none if there is only one. */
        locations: combine([texts, parts.newestLocations()], (text, list) =>
          homeLocations(text.texts, list, now()),
        ),
        harvest: parts.harvest(),
      };
    },
    '/about-us': () => ({ texts: textsOf(ABOUT_US_TEXT_IDS), employees: parts.employees() }),
    '/contact-us': () => ({
      content: combine([parts.texts(CONTACT_US_TEXT_IDS)], (entries) => {
        const text = toTextContent(entries);
        return { ...text, today: parts.today(), open: mainOpen(text) };
      }),
      locations: combine([parts.locations()], (list) => shownLocations(list, now())),
      harvest: parts.harvest(),
    }),
    '/products': () => ({
      messages: textsOf(PRODUCT_TEXT_IDS),
      fertilizer: parts.tables(FERTILIZER_TABLES),
      fuel: parts.tables(FUEL_TABLES),
    }),
    '/pioneer': () => ({ items: parts.pioneerItems() }),
    '/gallery'(query?: URLSearchParams) {
      // 0 if there is no such page.
      const page = pageNumberOf(query?.get(PAGE_PARAMETER));
      return { images: parts.gallery(page), page, total: parts.galleryTotal() };
    },
    '/admin': (): { attempt?: SignInAttempt } => ({}),
    '/admin/second-step': (): { attempt?: SignInAttempt } => ({}),
  };
}

/** Line of a cell. `asOf` is set if the price is older than the table says. */
export type Figure = { text: string; note?: string; isChange?: boolean; asOf?: string | undefined };

/** Rows and columns below a heading, with the time of the newest price. The first cell of a row names it. */
export type MarketTable = {
  name: string;
  asOf?: string;
  isOld?: boolean;
  headers: string[];
  rows: (readonly Figure[])[][];
};

/** Pages that browsers always load in full, so that only the server needs their content. */
export type MarketPath = '/future-market-overview' | '/future-detail' | '/market-snapshot' | '/news';

type Pages = ReturnType<typeof pagesFrom>;
export type PageContents = { [Path in keyof Pages]: ReturnType<Pages[Path]> } & Record<
  MarketPath,
  MarketTable[]
>;
export type ContentPath = keyof PageContents;

/** Source of page content: the content cache on the server, the public API in the browser. */
export type PageSource = {
  shell(): ShellContent;
  pages: { [Path in keyof Pages]: (query?: URLSearchParams) => PageContents[Path] } & {
    [Path in MarketPath]?: () => PageContents[Path];
  };
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
  /** Hash of what stays as it is until the next full load: settings, colors, menu, logo, phone number, `hasHarvest`. */
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
  today: string;
  /** Whether the main location is open. */
  open: OpenNow | null;
  harvest: HarvestContent;
};

export type CashBidsContent = WallBoardContent & {
  /** True outside an iframe: adds a header and margins. */
  isStandalone: boolean;
  /** Content of the site's menu and footer, if they are around it. */
  shell?: ShellContent | undefined;
  /** Whether locations are open, by the text of their bids, outside an iframe. */
  opens?: Readonly<Record<string, OpenNow>>;
  /** Links rows to their history, by the id of each bid, with its prices of the last days, and shows one that is open. */
  history?: { bids: readonly { id: string; prices: readonly string[] }[]; open: BidHistory | undefined };
  /** True if the bid whose history was requested is not posted. */
  isMissing?: boolean;
};

export type HarvestPageContent = HarvestContent & {
  telephone: string;
  /** Content of the site's menu and footer, unless the page is in an iframe. */
  shell?: ShellContent | undefined;
};

export type PriceSheetContent = HoursContent &
  Omit<WallBoardContent, 'telephone' | 'open' | 'harvest'> & {
    /** Locations other than the main one. */
    locations: readonly Location[];
    tables: PriceTables;
    publicAddress: string;
  };

/** Content of the pages that work without the app's script. Past prices are printable, like the sheet of all prices. */
export type StandaloneContents = {
  cashBids: CashBidsContent;
  harvest: HarvestPageContent;
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
