import { summarizeBids } from '#shared/bid-summary.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import { calendarDay } from '#shared/date-time.ts';
import type { Employees } from '#contract/employees.ts';
import { IMAGE_TYPE, type ShownImage } from '#contract/images.ts';
import {
  currentValue,
  StaleValue,
  type Loadable,
  type ContentPath,
  type PageContents,
  type PageSource,
  type PageState,
  type PriceTables,
  type Texts,
} from '#shared/page-content.ts';
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
  PRODUCT_TEXT_IDS,
  type SiteTextEntry,
} from '#contract/site-text.ts';
import { createPublicApi, type VersionedValue, type PublicApi } from './public-api.ts';
import { createLocalCache, type Cached, type CacheKey, type LocalCache } from './local-cache.ts';

/**
 * Creates the data source for client-side navigation, which caches API responses in local storage. A fresh value is
 * shown without a request, an expired one until the response arrives. Requests are not retried.
 */
export function createBrowserSource(
  { site, shell, loaderData, contentVersion }: PageState,
  {
    cache = createLocalCache(),
    api = createPublicApi(contentVersion),
  }: { cache?: LocalCache; api?: PublicApi } = {},
): PageSource {
  const today = () => calendarDay(new Date(), site.timeZone);
  const aboutUsTexts = textsEntry('about-us-configs', ABOUT_US_TEXT_IDS);
  const contactUsTexts = textsEntry('contact-us-configs', CONTACT_US_TEXT_IDS);
  const fertilizer = tablesEntry('product-fert-headers', 'product-fert-rows', FERTILIZER_TABLES);
  const fuel = tablesEntry('product-fuel-headers', 'product-fuel-rows', FUEL_TABLES);
  const gallery: Entry<ShownImage[]> = {
    read: (knownVersion) => cache.read('gallery-images', { isValue: isImages, knownVersion }),
    write: (images, version) => cache.write('gallery-images', images, { version }),
  };

  const source: PageSource = {
    shell: () => shell,
    pages: {
      '/': () => ({
        content: withHandledRejection(
          Promise.all([fetchTexts(api, HOME_TEXT_IDS), api.get(API.cashBids, isCashBids)]).then(
            ([texts, bids]) => ({
              texts: texts.value,
              cashBids: summarizeBids(bids.value, { now: Date.now(), ...site.cashBids }),
              today: today(),
            }),
          ),
        ),
      }),
      '/about-us': () => ({
        texts: fromCache(aboutUsTexts, () => fetchTexts(api, ABOUT_US_TEXT_IDS)),
        employees: withHandledRejection(api.get(API.employees, isEmployees).then(({ value }) => value)),
      }),
      '/contact-us': () => ({
        content: mapContent(
          fromCache(contactUsTexts, () => fetchTexts(api, CONTACT_US_TEXT_IDS)),
          (texts) => ({ texts, today: today() }),
        ),
      }),
      '/products': () => ({
        messages: withHandledRejection(fetchTexts(api, PRODUCT_TEXT_IDS).then(({ value }) => value)),
        fertilizer: fromCache(fertilizer, () => fetchTables(api, FERTILIZER_TABLES)),
        fuel: fromCache(fuel, () => fetchTables(api, FUEL_TABLES)),
      }),
      '/pioneer': () => ({
        items: withHandledRejection(api.get(API.pioneerItems, isPioneerItems).then(({ value }) => value)),
      }),
      '/gallery': () => ({
        images: fromCache(gallery, () => api.get(`${API.images}/${IMAGE_TYPE.gallery}`, isImages)),
      }),
    },
  };
  cacheFirstPage();
  return source;

  /** Caches the content embedded in the HTML, which is newer than any cached value. */
  function cacheFirstPage() {
    const loaded = loaderData as { [Path in ContentPath]?: PageContents[Path] };
    writeToCache(aboutUsTexts, loaded['/about-us']?.texts);
    writeToCache(contactUsTexts, currentValue(loaded['/contact-us']?.content)?.texts);
    writeToCache(fertilizer, loaded['/products']?.fertilizer);
    writeToCache(fuel, loaded['/products']?.fuel);
    writeToCache(gallery, loaded['/gallery']?.images);
  }

  function writeToCache<Value>(entry: Entry<Value>, content: Loadable<Value> | undefined) {
    const value = currentValue(content);
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

  function textsEntry(key: CacheKey, ids: readonly number[]): Entry<Texts> {
    return {
      read(knownVersion) {
        const cached = cache.read(key, { isValue: isTextEntries, knownVersion });
        return cached && { ...cached, value: toTexts(cached.value) };
      },
      write(texts, version) {
        const entries = ids.flatMap((configId) => {
          const content = texts[configId];
          return content === undefined ? [] : [{ configId, content }];
        });
        cache.write(key, entries, { version });
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
  read(knownVersion: number): Cached<Value> | undefined;
  write(value: Value, version: number): void;
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

async function fetchTexts(api: PublicApi, ids: readonly number[]): Promise<VersionedValue<Texts>> {
  const { value, version } = await api.post(API.siteTexts, ids, isTextEntries);
  return { value: toTexts(value), version };
}

/** Fetches all tables of a section. The version is the lowest one of the responses. */
async function fetchTables(
  api: PublicApi,
  types: readonly PriceTableType[],
): Promise<VersionedValue<PriceTables>> {
  const responses = await Promise.all(
    types.map((type) => api.get(`${API.priceTable}/${type}`, isTableResponse)),
  );
  return {
    value: Object.fromEntries(types.map((type, index) => [type, toPriceTable(responses[index]!.value)])),
    version: Math.min(...responses.map(({ version }) => version)),
  };
}

const toTexts = (entries: readonly SiteTextEntry[]): Texts =>
  Object.fromEntries(entries.map(({ configId, content }) => [configId, content]));

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
