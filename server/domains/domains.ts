import type { ContentPart } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { ItemHistory } from '#server/records/history.ts';
import { accountHistory } from './accounts/account-history.ts';
import { cashBids } from './cash-bids/domain.ts';
import { documentRules } from './documents/document-kind.ts';
import { documents } from './documents/domain.ts';
import { employees } from './employees/domain.ts';
import { harvest } from './harvest/domain.ts';
import { images } from './images/domain.ts';
import { imageRules } from './images/image-kind.ts';
import { siteHistory } from './history/site-history.ts';
import { locations } from './locations/domain.ts';
import type { FollowLocations } from './locations/locations.ts';
import { ownPages } from './own-pages/domain.ts';
import { pioneer } from './pioneer/domain.ts';
import { priceTables } from './price-tables/domain.ts';
import { site } from './site-settings/domain.ts';
import type { SettingContext } from './site-settings/site-settings.ts';
import { siteText } from './site-text/domain.ts';

/** The domains of the content. The key of each is also the name of its service. */
export const DOMAINS = {
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
};

/** The kinds of stored files. */
export const FILE_KINDS = [imageRules, documentRules];

type Domains = typeof DOMAINS;
type Domain = Domains[keyof Domains];
/** Intersection of a union, such as `{ a } & { b }` of `{ a } | { b }`. */
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never;

export type Content = All<Awaited<ReturnType<Domain['read']>>>;
export type ContentStores = All<ReturnType<Domain['stores']>>;
export type ContentServices = { [Name in keyof Domains]: ReturnType<Domains[Name]['createService']> };

const subjectsOf = (history: readonly ItemHistory<never, never>[]) => history.map(({ subject }) => subject);

/** The parts of the content. Accounts and API tokens are logged, but have none. */
export const CONTENT_PARTS: readonly ContentPart<Partial<Content>>[] = [
  ...Object.values(DOMAINS).map(({ history, ...domain }) => ({ ...domain, subjects: subjectsOf(history) })),
  { subjects: subjectsOf(accountHistory), read: async () => ({}) },
];

/** What the restore of some items also needs. */
type RestoreParts = {
  settings: SettingContext;
  followLocations: FollowLocations;
  builtIn: (category: number) => string;
};

/** How the history presents and restores changes. Bids precede the locations that they name. */
export const HISTORIES: readonly ItemHistory<ContentStores, RestoreParts>[] = [
  ...Object.values(DOMAINS).flatMap(
    ({ history }): readonly ItemHistory<ContentStores, RestoreParts>[] => history,
  ),
  ...accountHistory,
  ...siteHistory,
];

/** Creates the stores of all domains. */
export function contentStores(db: DatabaseHandle): ContentStores {
  return Object.assign({}, ...Object.values(DOMAINS).map(({ stores }) => stores(db))) as ContentStores;
}

export function createContentServices(parts: All<Parameters<Domain['createService']>[0]>): ContentServices {
  const services = Object.entries(DOMAINS).map(([name, { createService }]) => [name, createService(parts)]);
  return Object.fromEntries(services) as ContentServices;
}
