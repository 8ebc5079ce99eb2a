import { PAGE_PARAMETER, pageNumberOf, type ShownImage } from '#contract/images.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import type { Employees } from '#contract/employees.ts';
import type { Location } from '#contract/locations.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import { FERTILIZER_TABLES, FUEL_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import {
  ABOUT_US_TEXT_IDS,
  CONTACT_US_TEXT_IDS,
  PRODUCT_TEXT_IDS,
  SITE_TEXT_ID,
  type SiteTextEntry,
} from '#contract/site-text.ts';
import type { BidSummary } from './bid-summary.ts';
import { openAt } from './location-hours.ts';
import {
  combine,
  toTextContent,
  type Loadable,
  type PageSource,
  type PriceTables,
  type TextContent,
} from './page-content.ts';
import { priceTimesOf } from './price-times.ts';
import { homeLocations, mainHours, shownLocations } from './shown-locations.ts';

/** What pages are made of: the content cache on the server, cached responses and requests in the browser. */
export type ContentParts = {
  /** Calendar day and local time of the cooperative. */
  today(): string;
  localTime(): string;
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
  pioneerItems(): Loadable<PioneerItem[]>;
  galleryTotal(): number;
  gallery(page: number): Loadable<ShownImage[]>;
};

/** Returns the content of each page by path. */
export function pagesFrom(parts: ContentParts): PageSource['pages'] {
  const textsOf = (ids: readonly number[]) =>
    combine([parts.texts(ids)], (entries) => toTextContent(entries).texts);
  const market = () => ({
    content: combine([parts.cashBids()], (bids) => ({ cashBids: parts.summarize(bids) })),
  });
  return {
    '/'() {
      const texts = parts.homeTexts();
      return {
        content: combine([texts, parts.cashBids()], (text, bids) => ({
          ...text,
          cashBids: parts.summarize(bids),
          today: parts.today(),
        })),
        fuel: parts.tables(FUEL_TABLES),
        locations: combine([texts, parts.newestLocations()], (text, list) =>
          homeLocations(text.texts, list, parts.localTime()),
        ),
      };
    },
    '/about-us': () => ({ texts: textsOf(ABOUT_US_TEXT_IDS), employees: parts.employees() }),
    '/contact-us': () => ({
      content: combine([parts.texts(CONTACT_US_TEXT_IDS)], (entries) => {
        const text = toTextContent(entries);
        const open = openAt(mainHours(text.texts), parts.localTime());
        return { ...text, today: parts.today(), open };
      }),
      locations: combine([parts.locations()], (list) => shownLocations(list, parts.localTime())),
    }),
    '/products': () => ({
      messages: textsOf(PRODUCT_TEXT_IDS),
      fertilizer: parts.tables(FERTILIZER_TABLES),
      fuel: parts.tables(FUEL_TABLES),
    }),
    '/pioneer': () => ({ items: parts.pioneerItems() }),
    '/gallery'(query) {
      const page = pageNumberOf(query?.get(PAGE_PARAMETER));
      return { images: parts.gallery(page), page, total: parts.galleryTotal() };
    },
    '/admin': () => ({}),
    '/future-market-overview': market,
    '/future-detail': market,
    '/market-snapshot': market,
    '/news': () => ({
      content: combine(
        [
          textsOf([SITE_TEXT_ID.AnnouncementMessage]),
          parts.cashBids(),
          parts.tables([...FERTILIZER_TABLES, ...FUEL_TABLES]),
        ],
        (texts, bids, tables) => ({
          announcement: texts[SITE_TEXT_ID.AnnouncementMessage] ?? '',
          priceTimes: priceTimesOf(bids, tables),
        }),
      ),
    }),
  };
}
