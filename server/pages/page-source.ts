import { keepLatest } from '#server/platform/keep-latest.ts';
import { summarizeBids } from '#shared/bid-summary.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import type { Employee } from '#contract/employees.ts';
import { LOGO_PX } from '#contract/image-formats.ts';
import { IMAGE_TYPE, type Image } from '#contract/images.ts';
import { showPage } from '#shared/own-page-content.ts';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import { openAt, type LocationHours, type OpenNow } from '#shared/location-hours.ts';
import { hoursOf, mainHours, shownLocations } from '#shared/shown-locations.ts';
import {
  toTextContent,
  type BidPhones,
  type PageSource,
  type PriceTables,
  pagesFrom,
} from '#shared/page-content.ts';
import { FERTILIZER_TABLES, FUEL_TABLES, type PriceTableType } from '#contract/price-tables.ts';
import type { Site } from '#contract/site.ts';
import {
  CONTACT_US_TEXT_IDS,
  HOME_TEXT_IDS,
  HOURS_TEXT_IDS,
  SHELL_TEXT_IDS,
  SITE_TEXT_ID,
} from '#contract/site-text.ts';
import { menuOf } from './menu.ts';
import { brandUrl } from '#server/domains/images/image-files.ts';
import { withPhotos } from '#server/domains/employees/employees.ts';
import { withImages } from '#server/domains/locations/locations.ts';
import type { Services } from '#server/domains/services.ts';

export function createPageSource({
  site,
  siteText,
  cashBids,
  employees,
  locations,
  harvest,
  priceTables,
  pioneer,
  images,
  documents,
  ownPages,
  demo,
  calendar,
}: Services) {
  const textContentOf = (ids: readonly number[]) => toTextContent(siteText.list(ids));
  const tablesOf = (types: readonly PriceTableType[]): PriceTables =>
    Object.fromEntries(types.map((type) => [type, priceTables.find(type)]));

  const summaryOf = keepLatest((bids: CashBids, _state: string) => summarizeBids(bids, cashBids.age()));
  /** Returns a summary of the current bids, of which there may be a thousand. */
  const summarize = (bids: CashBids) => summaryOf(bids, calendar.state());

  const menuWith = keepLatest((current: Site, _pages: object) =>
    menuOf(current, ownPages, site.findRedirect),
  );
  /** Returns the menu: the same object until a setting or a page changes. */
  const menu = () => menuWith(site.current(), ownPages.listShown());

  function logo() {
    const { wideLogo, darkLogo } = site.current().brand;
    const light = shownLogo(wideLogo);
    return light && { ...light, dark: shownLogo(darkLogo) };
  }

  function shownLogo(id: string | undefined) {
    const image = id === undefined ? undefined : images.find(id);
    if (!image) return undefined;
    const scale = Math.min(LOGO_PX.width / image.width, LOGO_PX.height / image.height);
    const [width, height] = [image.width, image.height].map((px) => Math.max(1, Math.round(px * scale)));
    return { src: brandUrl(image, 'logo.webp'), width: width!, height: height! };
  }

  const listLocations = () => withImages(locations.list(), images);
  const listEmployees = () => withPhotos(employees.list(), images);

  /** Returns the phone numbers of locations by the text of their bids. */
  function bidPhones(): BidPhones {
    const phones = new Map(locations.list().map(({ id, phoneNumber }) => [id, phoneNumber]));
    return Object.fromEntries(
      [...cashBids.locationIds()].flatMap(([text, id]) => {
        const phone = phones.get(id);
        return phone ? [[text, phone]] : [];
      }),
    );
  }

  function agronomist() {
    const found = employees.list().find(isAgronomist);
    return found && { name: found.name, phoneNumber: found.phoneNumber };
  }

  const mainHoursNow = () => mainHours(textContentOf(HOURS_TEXT_IDS).texts, site.current());

  /** Returns whether locations are open by the text of their bids, without those whose hours do not say. */
  function bidOpens(): Record<string, OpenNow> {
    const hours = new Map<string, LocationHours>([
      [MAIN_LOCATION_ID, mainHoursNow()],
      ...locations.list().map((each) => [each.id, hoursOf(each, site.current())] as const),
    ]);
    return Object.fromEntries(
      [...cashBids.locationIds()].flatMap(([text, id]) => {
        const known = hours.get(id);
        const open = known && openAt(known, calendar.localTime());
        return open ? [[text, open]] : [];
      }),
    );
  }

  const harvestContent = () => ({ entries: harvest.list().entries, now: cashBids.age().now });

  const hasHarvest = () => harvest.list().entries.length > 0;

  const telephone = () => siteText.find(SITE_TEXT_ID.ContactUsPhoneNumber);

  return {
    bidPhones,
    bidOpens,
    harvest: harvestContent,
    hasHarvest,
    telephone,
    logo,
    menu,
    locations: () =>
      shownLocations(listLocations(), { site: site.current(), localTime: calendar.localTime() }),
    shell: () => ({
      isDemo: demo.isStanding(),
      announcement: siteText.find(SITE_TEXT_ID.AnnouncementMessage),
      telephone: telephone(),
      agronomist: agronomist(),
      texts: textContentOf(SHELL_TEXT_IDS).texts,
      today: calendar.today(),
      logo: logo(),
      hasHarvest: hasHarvest(),
      galleryImages: images.count(IMAGE_TYPE.gallery),
      navigation: menu(),
    }),
    openNow: () => ({
      today: calendar.today(),
      open: openAt(mainHoursNow(), calendar.localTime()),
    }),
    ownPage(path) {
      const page = ownPages.find(path);
      if (!page) return undefined;
      const { frameOrigins } = ownPages.list();
      return showPage(page, {
        findImage: images.find,
        findDocument: documents.find,
        employees: listEmployees(),
        frameOrigins,
      });
    },
    priceSheet: () => ({
      cashBids: cashBids.list(),
      tables: tablesOf([...FERTILIZER_TABLES, ...FUEL_TABLES]),
      ...textContentOf([...CONTACT_US_TEXT_IDS, SITE_TEXT_ID.AnnouncementMessage]),
      today: calendar.today(),
      age: cashBids.age(),
      locations: locations.list(),
      phones: bidPhones(),
    }),
    pages: pagesFrom({
      today: calendar.today,
      localTime: calendar.localTime,
      site: site.current,
      texts: siteText.list,
      homeTexts: () => textContentOf([...HOME_TEXT_IDS, SITE_TEXT_ID.ContactUsPhoneNumber]),
      tables: tablesOf,
      cashBids: cashBids.list,
      summarize,
      employees: listEmployees,
      locations: listLocations,
      newestLocations: locations.list,
      harvest: harvestContent,
      pioneerItems: pioneer.list,
      galleryTotal: () => images.count(IMAGE_TYPE.gallery),
      gallery: (page) => images.list(IMAGE_TYPE.gallery, page),
    }),
  } satisfies PageSource & Record<string, unknown>;
}

/** Returns true for an agronomist who can be called. */
const isAgronomist = ({ title, phoneNumber }: Employee) => /agronom/i.test(title) && /\d/.test(phoneNumber);

/** Finds the image that the settings name for icons. */
export function findIcon({ site, images }: Pick<Services, 'site' | 'images'>): Image | undefined {
  const { icon } = site.current().brand;
  return icon === undefined ? undefined : images.find(icon);
}

/** Returns the path of the image that shows when someone shares a page. */
export function findShareImage({ site, images }: Pick<Services, 'site' | 'images'>): string {
  const { brand, shareImage } = site.current();
  const image = brand.share === undefined ? undefined : images.find(brand.share);
  return image ? brandUrl(image, 'share.jpg') : shareImage;
}
