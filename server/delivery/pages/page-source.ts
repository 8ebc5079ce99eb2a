import { summarizeBids } from '#shared/bid-summary.ts';
import { IMAGE_TYPE } from '#contract/images.ts';
import type { PageSource, PriceTables, Texts } from '#shared/page-content.ts';
import { FERTILIZER_TABLES, FUEL_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import {
  ABOUT_US_TEXT_IDS,
  CONTACT_US_TEXT_IDS,
  HOME_TEXT_IDS,
  PRODUCT_TEXT_IDS,
  SITE_TEXT_ID,
} from '#contract/site-text.ts';
import type { Services } from '#server/domains/services.ts';

export function createPageSource({
  siteText,
  cashBids,
  employees,
  priceTables,
  pioneer,
  images,
  demo,
  calendar,
}: Services) {
  const textsOf = (ids: readonly number[]): Texts =>
    Object.fromEntries(siteText.list(ids).map(({ configId, content }) => [configId, content]));
  const tablesOf = (types: readonly PriceTableType[]): PriceTables =>
    Object.fromEntries(types.map((type) => [type, priceTables.find(type)]));

  return {
    shell: () => ({
      isDemo: demo.isStanding(),
      announcement: siteText.find(SITE_TEXT_ID.AnnouncementMessage),
      telephone: siteText.find(SITE_TEXT_ID.ContactUsPhoneNumber),
      today: calendar.today(),
    }),
    priceSheet: () => ({
      cashBids: cashBids.list(),
      tables: tablesOf([...FERTILIZER_TABLES, ...FUEL_TABLES]),
      texts: textsOf(CONTACT_US_TEXT_IDS),
      today: calendar.today(),
      age: cashBids.age(),
    }),
    pages: {
      '/': () => ({
        content: {
          texts: textsOf(HOME_TEXT_IDS),
          cashBids: summarizeBids(cashBids.list(), cashBids.age()),
          today: calendar.today(),
        },
      }),
      '/about-us': () => ({ texts: textsOf(ABOUT_US_TEXT_IDS), employees: employees.list() }),
      '/contact-us': () => ({
        content: { texts: textsOf(CONTACT_US_TEXT_IDS), today: calendar.today() },
      }),
      '/products': () => ({
        messages: textsOf(PRODUCT_TEXT_IDS),
        fertilizer: tablesOf(FERTILIZER_TABLES),
        fuel: tablesOf(FUEL_TABLES),
      }),
      '/pioneer': () => ({ items: pioneer.list() }),
      '/gallery': () => ({ images: images.list(IMAGE_TYPE.gallery) }),
    },
  } satisfies PageSource & Record<string, unknown>;
}
