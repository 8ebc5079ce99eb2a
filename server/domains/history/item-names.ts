import type { PriceTableType } from '#contract/price-tables.ts';
import { SITE_SETTINGS, siteSettingSubject } from '#contract/site-settings.ts';
import { SITE_TEXTS, type SiteTextType } from '#contract/site-text.ts';
import { CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT } from '#server/domains/cash-bids/cash-bids.ts';
import { FUTURES_SUBJECT } from '#server/domains/cash-bids/quotes-since.ts';
import { DOCUMENT_ORDER_SUBJECT } from '#server/domains/documents/change-document.ts';
import { EMPLOYEES_SUBJECT } from '#server/domains/employees/employees.ts';
import { imageOrderSubject } from '#server/domains/images/change-image.ts';
import { LOCATIONS_SUBJECT } from '#server/domains/locations/locations.ts';
import { OWN_PAGE_ORDER_SUBJECT } from '#server/domains/own-pages/own-pages.ts';
import { pioneerCategorySubject } from '#server/domains/pioneer/pioneer-items.ts';
import { priceTableSubject } from '#server/domains/price-tables/price-tables.ts';
import { RESTORE_SUBJECT } from '#server/platform/change-log/change-log-store.ts';
import { HISTORY_SUBJECT } from '#server/platform/change-log/checkpoint.ts';
import type { Site } from '#contract/site.ts';
import { SETTING_NAMES } from '#shared/site-setting-names.ts';

const TEXTS: Record<SiteTextType, string> = {
  WelcomeMessage: 'Welcome message',
  MissionStatement: 'Mission statement',
  AboutUsMessage: 'About-us message',
  ContactUsAddress: 'Address',
  ContactUsPhoneNumber: 'Phone number',
  ContactUsFax: 'Fax number',
  ContactUsEmergencyNumber: 'Emergency number',
  ContactUsEmergencyInfo: 'Emergency info',
  ContactUsNormMonFri: 'Normal Mon-Fri',
  ContactUsNormSatSun: 'Normal Sat & Sun',
  ContactUsHarvestMonFri: 'Harvest Mon-Fri',
  ContactUsHarvestSatSun: 'Harvest Sat & Sun',
  ProductSeedMessage: 'Seed message',
  ProductFertMessage: 'Fertilizer message',
  ProductChemMessage: 'Chemical message',
  ProductFuelMessage: 'Fuel message',
  AnnouncementMessage: 'Announcement message',
};

const TABLES: Record<PriceTableType, string> = {
  0: 'Other Fertilizer',
  1: 'Fuel Types and Prices',
  2: 'Phosphorus',
  3: 'Nitrogen',
  4: 'Potassium',
};

/** Returns what the editor calls the items that always exist, by subject. */
export function fixedNames({ pioneer }: Pick<Site, 'pioneer'>): ReadonlyMap<string, string> {
  return new Map([
    ...SITE_TEXTS.map(({ subject, type }) => [subject, TEXTS[type]] as const),
    ...Object.entries(TABLES).map(
      ([type, name]) => [priceTableSubject(Number(type) as PriceTableType), name] as const,
    ),
    ...pioneer.categories.map(
      ({ category, categoryName }) =>
        [pioneerCategorySubject(category), `${categoryName} description`] as const,
    ),
    ...SITE_SETTINGS.map((name) => [siteSettingSubject(name), SETTING_NAMES[name]] as const),
    [CASH_BIDS_SUBJECT, 'Cash bids'],
    [COMMODITIES_SUBJECT, 'Commodities'],
    [FUTURES_SUBJECT, 'Futures prices'],
    [EMPLOYEES_SUBJECT, 'Employees'],
    [LOCATIONS_SUBJECT, 'Locations'],
    [imageOrderSubject(0), 'Gallery images'],
    [imageOrderSubject(1), 'Product images'],
    [OWN_PAGE_ORDER_SUBJECT, 'Pages'],
    [DOCUMENT_ORDER_SUBJECT, 'Documents'],
    [RESTORE_SUBJECT, 'Whole website'],
    [HISTORY_SUBJECT, 'History'],
  ]);
}
