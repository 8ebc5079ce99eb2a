import type { VersionId } from '#contract/content-version.ts';
import { summarizeBids } from '#shared/bid-summary.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import { calendarDay, localTime } from '#shared/date-time.ts';
import { EMPLOYEE_MAX_LENGTH, type Employees } from '#contract/employees.ts';
import type { Harvest } from '#contract/harvest.ts';
import { LOCATION_MAX_LENGTH, type Location } from '#contract/locations.ts';
import { galleryPages, IMAGE_TYPE, PAGE_PARAMETER, type ShownImage } from '#contract/images.ts';
import { combine, currentValue, StaleValue, withHandledRejection, type Loadable } from '#shared/loadable.ts';
import {
  toTextContent,
  type ContentPath,
  type PageContents,
  type PageSource,
  type PageState,
  type PriceTables,
  type TextContent,
  type Texts,
  pagesFrom,
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
  HOURS_TEXT_IDS,
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
  { site, shell: firstShell, path, content, contentVersion, siteRevision }: PageState,
  {
    cache = createLocalCache(),
    // A page keeps its name, phone number, colors, and menu, so load it again in full after a change of them.
    api = createPublicApi(contentVersion, { siteRevision, onOtherSite: () => location.reload() }),
  }: { cache?: LocalCache; api?: PublicApi } = {},
): PageSource & { show(state: Pick<PageState, 'shell' | 'path' | 'content' | 'contentVersion'>): void } {
  let shell = firstShell;
  /** Texts of all responses since the shell, for the parts that every page has. */
  let newest: Texts = {};
  const telephone = () => newest[SITE_TEXT_ID.ContactUsPhoneNumber] ?? shell.telephone;
  const today = () => calendarDay(new Date(), site.timeZone);
  const entries = createEntries(cache);
  writeFirstPage(entries, { [path]: content }, contentVersion);

  return {
    /** Takes over what a newer document of a page has. */
    show(next) {
      ({ shell } = next);
      newest = {};
      api.noteVersion(next.contentVersion);
      writeFirstPage(entries, { [next.path]: next.content }, next.contentVersion);
    },
    shell: () => ({
      ...shell,
      announcement: newest[SITE_TEXT_ID.AnnouncementMessage] ?? shell.announcement,
      telephone: telephone(),
      texts: { ...shell.texts, ...newest },
      today: today(),
    }),
    pages: pagesFrom({
      today,
      localTime: () => localTime(new Date().toISOString(), site.timeZone),
      site: () => site,
      texts: (ids) => load(() => fetchTexts(ids), entries.texts.get(ids)),
      homeTexts: () =>
        combine([load(() => fetchTexts(HOME_TEXT_IDS))], (loaded) => {
          const { texts, hoursChangedAt } = toTextContent(loaded);
          return { texts: { ...texts, [SITE_TEXT_ID.ContactUsPhoneNumber]: telephone() }, hoursChangedAt };
        }),
      tables: (types) => load(() => fetchTables(api, types), entries.tables.get(types)),
      cashBids: () => load(() => api.get(API.cashBids, isCashBids)),
      summarize: (bids) => summarizeBids(bids, { now: Date.now(), ...site.cashBids }),
      employees: () => load(() => api.get(API.employees, isEmployees)),
      locations: () => load(fetchLocations, entries.locations),
      newestLocations: () => load(fetchLocations, { ...entries.locations, read: () => undefined }),
      harvest: () =>
        shell.hasHarvest
          ? combine([load(() => api.get(API.harvest, isHarvest))], (board) => ({ ...board, now: Date.now() }))
          : { entries: [], now: Date.now() },
      pioneerItems: () => load(() => api.get(API.pioneerItems, isPioneerItems)),
      galleryTotal: () => shell.galleryImages,
      gallery(page) {
        const all = `${API.images}/${IMAGE_TYPE.gallery}`;
        const url = galleryPages(shell.galleryImages) > 1 ? `${all}?${PAGE_PARAMETER}=${page}` : all;
        return load(() => api.get(url, isImages), page === 1 ? entries.gallery : undefined);
      },
    }),
  };

  async function fetchTexts(ids: readonly number[]): Promise<VersionedValue<SiteTextEntry[]>> {
    const response = await api.post(API.siteTexts, ids, isTextEntries);
    newest = { ...newest, ...toTextContent(response.value).texts };
    return response;
  }

  function fetchLocations() {
    return api.get(API.locations, isLocations);
  }

  /** Returns the value of a cache entry or a response, which replaces the entry. */
  function load<Value>(fetchValue: () => Promise<VersionedValue<Value>>, entry?: Entry<Value>) {
    const cached = entry?.read(api.knownVersion());
    if (cached?.state === 'fresh') return cached.value;
    const pending = withHandledRejection(
      fetchValue().then(({ value, version }) => {
        entry?.write(value, version);
        return value;
      }),
    );
    return cached ? new StaleValue(cached.value, pending) : pending;
  }
}

type Entry<Value> = {
  read(knownVersion: VersionId): Cached<Value> | undefined;
  write(value: Value, version: VersionId): void;
};

type Entries = ReturnType<typeof createEntries>;

/** Creates the entries of the cache. The texts and tables of other pages are not cached. */
function createEntries(cache: LocalCache) {
  const entryOf = <Value>(key: CacheKey, isValue: (value: unknown) => value is Value): Entry<Value> => ({
    read: (knownVersion) => cache.read(key, { isValue, knownVersion }),
    write: (value, version) => cache.write(key, value, version),
  });

  function textsEntry(key: CacheKey, ids: readonly number[]): Entry<SiteTextEntry[]> {
    const { read, write } = entryOf(key, isTextEntries);
    const ordered = (entries: SiteTextEntry[]) =>
      ids.flatMap((id) => entries.filter(({ configId }) => configId === id));
    return { read, write: (entries, version) => write(ordered(entries), version) };
  }

  /** Creates an entry that stores headers and rows under separate keys, each holding all tables by type. */
  function tablesEntry(name: 'fert' | 'fuel', types: readonly PriceTableType[]): Entry<PriceTables> {
    const headersEntry = entryOf(`product-${name}-headers`, isHeaders(types));
    const rowsEntry = entryOf(`product-${name}-rows`, isRows(types));
    return {
      read(knownVersion) {
        const headers = headersEntry.read(knownVersion);
        const rows = rowsEntry.read(knownVersion);
        // Headers and rows of different versions do not belong together.
        if (!headers || !rows || headers.version !== rows.version) return undefined;
        const tables = types.map((type) => [type, { headers: headers.value[type], ...rows.value[type] }]);
        return { ...rows, state: headers.state, value: Object.fromEntries(tables) as PriceTables };
      },
      write(tables, version) {
        const all = Object.entries(tables);
        const headers = all.map(([type, table]) => [type, table.headers]);
        const rows = all.map(([type, table]) => [type, { rows: table.rows, changedAt: table.changedAt }]);
        headersEntry.write(Object.fromEntries(headers) as Record<PriceTableType, string[]>, version);
        rowsEntry.write(Object.fromEntries(rows) as Record<PriceTableType, TableRows>, version);
      },
    };
  }

  return {
    texts: new Map([
      [ABOUT_US_TEXT_IDS, textsEntry('about-us-configs', ABOUT_US_TEXT_IDS)],
      [CONTACT_US_TEXT_IDS, textsEntry('contact-us-configs', CONTACT_US_TEXT_IDS)],
    ]),
    tables: new Map<readonly PriceTableType[], Entry<PriceTables>>([
      [FERTILIZER_TABLES, tablesEntry('fert', FERTILIZER_TABLES)],
      [FUEL_TABLES, tablesEntry('fuel', FUEL_TABLES)],
    ]),
    locations: entryOf('locations', isLocations),
    gallery: entryOf('gallery-images', isImages),
  };
}

/** Caches the content embedded in the HTML, which is newer than any cached value. */
function writeFirstPage(
  { texts, tables, locations, gallery }: Entries,
  page: { [Path in ContentPath]?: PageContents[Path] },
  version: VersionId,
): void {
  function write<Value>(entry: Entry<Value> | undefined, loaded: Loadable<Value> | undefined) {
    const value = currentValue(loaded);
    if (value !== undefined) entry?.write(value, version);
  }
  const aboutUs = currentValue(page['/about-us']?.texts);
  write(texts.get(ABOUT_US_TEXT_IDS), aboutUs && toEntries({ texts: aboutUs, hoursChangedAt: null }));
  const contactUs = currentValue(page['/contact-us']?.content);
  write(texts.get(CONTACT_US_TEXT_IDS), contactUs && toEntries(contactUs));
  const shown = currentValue(page['/contact-us']?.locations);
  write(
    locations,
    shown?.map(({ open: _open, ...location }) => location),
  );
  write(tables.get(FERTILIZER_TABLES), page['/products']?.fertilizer);
  write(tables.get(FUEL_TABLES), page['/products']?.fuel ?? page['/']?.fuel);
  if (page['/gallery']?.page === 1) write(gallery, page['/gallery'].images);
}

/** Fetches all tables of a section. If their versions differ, it has none, and the next visit requests them again. */
async function fetchTables(api: PublicApi, types: readonly PriceTableType[]) {
  const responses = await Promise.all(
    types.map((type) => api.get(`${API.priceTable}/${type}`, isTableResponse)),
  );
  const versions = new Set(responses.map(({ version }) => version));
  return {
    value: Object.fromEntries(types.map((type, index) => [type, toPriceTable(responses[index]!.value)])),
    version: versions.size === 1 ? [...versions].join('') : '',
  };
}

const toEntries = ({ texts, hoursChangedAt }: TextContent): SiteTextEntry[] =>
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

const isHarvest = (value: unknown): value is Harvest => isObject(value) && isList(value['entries']);

const keysOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

/** Creates a type guard for lists. Checks only the fields that pages require; others may be added or missing. */
const isListOf =
  <Item>({ texts = [], numbers = [] }: { texts?: (keyof Item)[]; numbers?: (keyof Item)[] }) =>
  (value: unknown): value is Item[] =>
    isList(value) &&
    value.every(
      (each: unknown) =>
        isObject(each) &&
        texts.every((field) => typeof each[field as string] === 'string') &&
        numbers.every((field) => typeof each[field as string] === 'number'),
    );

const isTextEntries = isListOf<SiteTextEntry>({ numbers: ['configId'], texts: ['content'] });
const isEmployees = isListOf<Employees[number]>({
  texts: ['id', ...keysOf(EMPLOYEE_MAX_LENGTH)],
});
const hasLocationTexts = isListOf<Location>({ texts: ['id', ...keysOf(LOCATION_MAX_LENGTH)] });
const isLocations = (value: unknown): value is Location[] =>
  hasLocationTexts(value) && value.every(({ exceptions }) => isList(exceptions));
const isPioneerItems = isListOf<PioneerItem>({ numbers: ['pioneerCategory'], texts: ['id', 'description'] });
const isImages = isListOf<ShownImage>({ texts: ['imageId', 'imageUrl', 'imageName'] });

type TableRows = Pick<PriceTable, 'rows' | 'changedAt'>;

const isTableResponse = (value: unknown): value is PriceTableResponse =>
  isObject(value) && isObject(value['columnHeaders']) && isList(value['allRows']);

const isHeaders =
  (types: readonly PriceTableType[]) =>
  (value: unknown): value is Record<PriceTableType, string[]> =>
    isObject(value) && types.every((type) => isTextList(value[type]));

const isRows =
  (types: readonly PriceTableType[]) =>
  (value: unknown): value is Record<PriceTableType, TableRows> =>
    isObject(value) &&
    types.every((type) => {
      const table = value[type];
      return isObject(table) && isList(table['rows']) && table['rows'].every(isTextList);
    });
