import type { VersionId } from '#contract/content-version.ts';
import { summarizeBids } from '#shared/bid-summary.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import { calendarDay, localTime } from '#shared/date-time.ts';
import type { Employees } from '#contract/employees.ts';
import type { Location } from '#contract/locations.ts';
import { galleryPages, IMAGE_TYPE, PAGE_PARAMETER, pageNumberOf, type ShownImage } from '#contract/images.ts';
import {
  currentValue,
  StaleValue,
  toTextContent,
  type Loadable,
  type ContentPath,
  type PageContents,
  type PageSource,
  type PageState,
  type PriceTables,
  type Texts,
} from '#shared/page-content.ts';
import { homeLocations, mainHours, shownLocations } from '#shared/shown-locations.ts';
import { openAt } from '#shared/location-hours.ts';
import { priceTimesOf } from '#shared/price-times.ts';
import { API } from '#contract/paths.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import {
  FERTILIZER_TABLES,
  FUEL_TABLES,
  toPriceTable,
  type PriceTable,
  type PriceTableResponse,
  type PriceTableType,
} from '#contract/price-tables.ts';
import {
  ABOUT_US_TEXT_IDS,
  CONTACT_US_TEXT_IDS,
  HOME_TEXT_IDS,
  HOURS_TEXT_IDS,
  PRODUCT_TEXT_IDS,
  SITE_TEXT_ID,
  type SiteTextEntry,
} from '#contract/site-text.ts';
import { createPublicApi, type VersionedValue, type PublicApi } from './public-api.ts';
import { createLocalCache, type Cached, type CacheKey, type LocalCache } from './local-cache.ts';

/**
 * Creates the data source for client-side navigation, which caches API responses in local storage. A fresh value is
 * shown without a request, an expired one until the response arrives. Requests are not retried.
 */
export function createBrowserSource(
  { site, shell, path, content, contentVersion, siteRevision }: PageState,
  {
    cache = createLocalCache(),
    // A page keeps its name, phone number, colors, and menu, so load it again in full after a change of them.
    api = createPublicApi(contentVersion, { siteRevision, onOtherSite: () => location.reload() }),
  }: { cache?: LocalCache; api?: PublicApi } = {},
): PageSource {
  /** Texts of all responses so far, for the parts that every page has. */
  let newest: Texts = {};
  const today = () => calendarDay(new Date(), site.timeZone);
  const now = () => localTime(new Date().toISOString(), site.timeZone);
  const telephone = () => newest[SITE_TEXT_ID.ContactUsPhoneNumber] ?? shell.telephone;
  const aboutUsTexts = textsEntry('about-us-configs', ABOUT_US_TEXT_IDS);
  const contactUsTexts = textsEntry('contact-us-configs', CONTACT_US_TEXT_IDS);
  const fertilizer = tablesEntry('product-fert-headers', 'product-fert-rows', FERTILIZER_TABLES);
  const fuel = tablesEntry('product-fuel-headers', 'product-fuel-rows', FUEL_TABLES);
  const gallery: Entry<ShownImage[]> = {
    read: (knownVersion) => cache.read('gallery-images', { isValue: isImages, knownVersion }),
    write: (images, version) => cache.write('gallery-images', images, { version }),
  };

  const locations: Entry<Location[]> = {
    read: (knownVersion) => cache.read('locations', { isValue: isLocations, knownVersion }),
    write: (list, version) => cache.write('locations', list, { version }),
  };

  const summary = (bids: CashBids) => summarizeBids(bids, { now: Date.now(), ...site.cashBids });
  const market = () => ({
    content: withHandledRejection(
      api.get(API.cashBids, isCashBids).then(({ value }) => ({ cashBids: summary(value) })),
    ),
  });

  const source: PageSource = {
    shell: () => ({
      ...shell,
      announcement: newest[SITE_TEXT_ID.AnnouncementMessage] ?? shell.announcement,
      telephone: telephone(),
      texts: { ...shell.texts, ...newest },
      today: today(),
    }),
    pages: {
      '/'() {
        const homeTexts = fetchTexts(HOME_TEXT_IDS).then(({ value }) => {
          const { texts, hoursChangedAt } = toTextContent(value);
          return { texts: { ...texts, [SITE_TEXT_ID.ContactUsPhoneNumber]: telephone() }, hoursChangedAt };
        });
        return {
          content: withHandledRejection(
            Promise.all([homeTexts, api.get(API.cashBids, isCashBids)]).then(([texts, bids]) => ({
              ...texts,
              cashBids: summary(bids.value),
              today: today(),
            })),
          ),
          fuel: fromCache(fuel, () => fetchTables(api, FUEL_TABLES)),
          locations: withHandledRejection(
            Promise.all([homeTexts, api.get(API.locations, isLocations)]).then(([{ texts }, list]) => {
              locations.write(list.value, list.version);
              return homeLocations(texts, list.value, now());
            }),
          ),
        };
      },
      '/about-us': () => ({
        texts: mapContent(
          fromCache(aboutUsTexts, () => fetchTexts(ABOUT_US_TEXT_IDS)),
          toTexts,
        ),
        employees: withHandledRejection(api.get(API.employees, isEmployees).then(({ value }) => value)),
      }),
      '/contact-us': () => ({
        content: mapContent(
          fromCache(contactUsTexts, () => fetchTexts(CONTACT_US_TEXT_IDS)),
          (entries) => {
            const loaded = toTextContent(entries);
            return { ...loaded, today: today(), open: openAt(mainHours(loaded.texts), now()) };
          },
        ),
        locations: mapContent(
          fromCache(locations, () => api.get(API.locations, isLocations)),
          (list) => shownLocations(list, now()),
        ),
      }),
      '/products': () => ({
        messages: withHandledRejection(fetchTexts(PRODUCT_TEXT_IDS).then(({ value }) => toTexts(value))),
        fertilizer: fromCache(fertilizer, () => fetchTables(api, FERTILIZER_TABLES)),
        fuel: fromCache(fuel, () => fetchTables(api, FUEL_TABLES)),
      }),
      '/pioneer': () => ({
        items: withHandledRejection(api.get(API.pioneerItems, isPioneerItems).then(({ value }) => value)),
      }),
      '/gallery'(query) {
        const total = shell.galleryImages;
        const page = pageNumberOf(query?.get(PAGE_PARAMETER));
        const all = `${API.images}/${IMAGE_TYPE.gallery}`;
        const url = galleryPages(total) > 1 ? `${all}?${PAGE_PARAMETER}=${page}` : all;
        const fetchImages = () => api.get(url, isImages);
        const isFirst = page === 1;
        const images = isFirst
          ? fromCache(gallery, fetchImages)
          : withHandledRejection(fetchImages().then(({ value }) => value));
        return { images, page, total };
      },
      '/admin': () => ({}),
      '/future-market-overview': market,
      '/future-detail': market,
      '/market-snapshot': market,
      '/news': () => ({
        content: withHandledRejection(
          Promise.all([
            fetchTexts([SITE_TEXT_ID.AnnouncementMessage]),
            api.get(API.cashBids, isCashBids),
            fetchTables(api, [...FERTILIZER_TABLES, ...FUEL_TABLES]),
          ]).then(([texts, bids, tables]) => ({
            announcement: toTexts(texts.value)[SITE_TEXT_ID.AnnouncementMessage] ?? '',
            priceTimes: priceTimesOf(bids.value, tables.value),
          })),
        ),
      }),
    },
  };
  cacheFirstPage();
  return source;

  async function fetchTexts(ids: readonly number[]): Promise<VersionedValue<SiteTextEntry[]>> {
    const response = await api.post(API.siteTexts, ids, isTextEntries);
    newest = { ...newest, ...toTexts(response.value) };
    return response;
  }

  /** Caches the content embedded in the HTML, which is newer than any cached value. */
  function cacheFirstPage() {
    const loaded = { [path]: content } as { [Path in ContentPath]?: PageContents[Path] };
    const aboutUs = currentValue(loaded['/about-us']?.texts);
    writeToCache(aboutUsTexts, aboutUs && toEntries({ texts: aboutUs, hoursChangedAt: null }));
    const contactUs = currentValue(loaded['/contact-us']?.content);
    writeToCache(contactUsTexts, contactUs && toEntries(contactUs));
    const shown = currentValue(loaded['/contact-us']?.locations);
    writeToCache(
      locations,
      shown?.map(({ open: _open, ...location }) => location),
    );
    writeToCache(fertilizer, loaded['/products']?.fertilizer);
    writeToCache(fuel, loaded['/products']?.fuel ?? loaded['/']?.fuel);
    const first = loaded['/gallery'];
    if (first?.page === 1) writeToCache(gallery, first.images);
  }

  function writeToCache<Value>(entry: Entry<Value>, loaded: Loadable<Value> | undefined) {
    const value = currentValue(loaded);
    if (value !== undefined) entry.write(value, contentVersion);
  }

  function fromCache<Value>(
    entry: Entry<Value>,
    fetchValue: () => Promise<VersionedValue<Value>>,
  ): Loadable<Value> {
    const cached = entry.read(api.knownVersion());
    if (cached?.state === 'fresh') return cached.value;
    const pending = withHandledRejection(
      fetchValue().then(({ value, version }) => {
        entry.write(value, version);
        return value;
      }),
    );
    return cached ? new StaleValue(cached.value, pending) : pending;
  }

  function textsEntry(key: CacheKey, ids: readonly number[]): Entry<SiteTextEntry[]> {
    return {
      read: (knownVersion) => cache.read(key, { isValue: isTextEntries, knownVersion }),
      write(entries, version) {
        const ordered = ids.flatMap((id) => entries.filter(({ configId }) => configId === id));
        cache.write(key, ordered, { version });
      },
    };
  }

  /** Creates an entry that stores headers and rows under separate keys, each holding all tables by type. */
  function tablesEntry(
    headersKey: CacheKey,
    rowsKey: CacheKey,
    types: readonly PriceTableType[],
  ): Entry<PriceTables> {
    return {
      read(knownVersion) {
        const headers = cache.read(headersKey, { isValue: isHeaders(types), knownVersion });
        const rows = cache.read(rowsKey, { isValue: isRows(types), knownVersion });
        // Headers and rows of different versions do not belong together.
        if (!headers || !rows || headers.version !== rows.version) return undefined;
        const tables = types.map((type) => [type, { headers: headers.value[type], ...rows.value[type] }]);
        return { ...rows, state: headers.state, value: Object.fromEntries(tables) as PriceTables };
      },
      write(tables, version) {
        const all = Object.entries(tables);
        const headersOf = all.map(([type, { headers }]) => [type, headers] as const);
        const rowsOf = all.map(([type, { rows, changedAt }]) => [type, { rows, changedAt }] as const);
        cache.write(headersKey, Object.fromEntries(headersOf), { version });
        cache.write(rowsKey, Object.fromEntries(rowsOf), { version });
      },
    };
  }
}

type Entry<Value> = {
  read(knownVersion: VersionId): Cached<Value> | undefined;
  write(value: Value, version: VersionId): void;
};

/** Suppresses the unhandled-rejection warning: the promise may reject before the page starts to await it. */
function withHandledRejection<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

function mapContent<From, To>(content: Loadable<From>, change: (value: From) => To): Loadable<To> {
  if (content instanceof Promise) return withHandledRejection(content.then(change));
  if (!(content instanceof StaleValue)) return change(content);
  return new StaleValue(change(content.known), withHandledRejection(content.arriving.then(change)));
}

/** Fetches all tables of a section. If their versions differ, it has none, and the next visit requests them again. */
async function fetchTables(
  api: PublicApi,
  types: readonly PriceTableType[],
): Promise<VersionedValue<PriceTables>> {
  const responses = await Promise.all(
    types.map((type) => api.get(`${API.priceTable}/${type}`, isTableResponse)),
  );
  const versions = new Set(responses.map(({ version }) => version));
  return {
    value: Object.fromEntries(types.map((type, index) => [type, toPriceTable(responses[index]!.value)])),
    version: versions.size === 1 ? [...versions].join('') : '',
  };
}

const toTexts = (entries: readonly SiteTextEntry[]): Texts => toTextContent(entries).texts;

const toEntries = ({ texts, hoursChangedAt }: ReturnType<typeof toTextContent>): SiteTextEntry[] =>
  Object.entries(texts).map(([id, content]) => ({
    configId: Number(id),
    content,
    ...(hoursChangedAt && HOURS_TEXT_IDS.includes(Number(id)) && { changedAt: hoursChangedAt }),
  }));

const isList = (value: unknown): value is never[] => Array.isArray(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextList = (value: unknown): value is string[] =>
  isList(value) && value.every((each) => typeof each === 'string');

const isCashBids = (value: unknown): value is CashBids => isObject(value) && isList(value['bids']);

/** Creates a type guard for lists. Checks only the fields that pages require; others may be added or missing. */
const isListOf =
  <Item>(fields: { [Field in keyof Item]?: 'string' | 'number' }) =>
  (value: unknown): value is Item[] =>
    isList(value) &&
    value.every(
      (each) =>
        isObject(each) && Object.entries(fields).every(([field, type]) => typeof each[field] === type),
    );

const isTextEntries = isListOf<SiteTextEntry>({ configId: 'number', content: 'string' });
const isEmployees = isListOf<Employees[number]>({
  id: 'string',
  name: 'string',
  title: 'string',
  phoneNumber: 'string',
  email: 'string',
});
const hasLocationTexts = isListOf<Location>({
  id: 'string',
  name: 'string',
  address: 'string',
  phoneNumber: 'string',
  fax: 'string',
  emergencyNumber: 'string',
  normalMonFri: 'string',
  normalSatSun: 'string',
  harvestMonFri: 'string',
  harvestSatSun: 'string',
  services: 'string',
  mapUrl: 'string',
});
const isLocations = (value: unknown): value is Location[] =>
  hasLocationTexts(value) && value.every(({ exceptions }) => isList(exceptions));
const isPioneerItems = isListOf<PioneerItem>({
  id: 'string',
  pioneerCategory: 'number',
  description: 'string',
});
const isImages = isListOf<ShownImage>({ imageId: 'string', imageUrl: 'string', imageName: 'string' });

const isTableResponse = (value: unknown): value is PriceTableResponse =>
  isObject(value) && isObject(value['columnHeaders']) && isList(value['allRows']);

const isHeaders =
  (types: readonly PriceTableType[]) =>
  (value: unknown): value is Record<PriceTableType, string[]> =>
    isObject(value) && types.every((type) => isTextList(value[type]));

const isRows =
  (types: readonly PriceTableType[]) =>
  (value: unknown): value is Record<PriceTableType, Pick<PriceTable, 'rows' | 'changedAt'>> =>
    isObject(value) &&
    types.every((type) => {
      const table = value[type];
      return isObject(table) && isList(table['rows']) && table['rows'].every(isTextList);
    });
