import type { ContentPart } from '#server/platform/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { apiTokenSubject } from './accounts/api-token-service.ts';
import { accountSubject } from './accounts/log-account.ts';
import { cashBids } from './cash-bids/domain.ts';
import { documents } from './documents/domain.ts';
import { employees } from './employees/domain.ts';
import { images } from './images/domain.ts';
import { locations } from './locations/domain.ts';
import { ownPages } from './own-pages/domain.ts';
import { pioneer } from './pioneer/domain.ts';
import { priceTables } from './price-tables/domain.ts';
import { site } from './site-settings/domain.ts';
import { siteText } from './site-text/domain.ts';

/** The domains of the content. The key of each is also the name of its service. */
export const DOMAINS = {
  site,
  siteText,
  cashBids,
  employees,
  locations,
  priceTables,
  pioneer,
  images,
  documents,
  ownPages,
};

/** The kinds of stored files. */
export const FILE_KINDS = [images.files, documents.files];

type Domains = typeof DOMAINS;
type Domain = Domains[keyof Domains];
/** Intersection of a union, such as `{ a } & { b }` of `{ a } | { b }`. */
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never;

export type Content = All<Awaited<ReturnType<Domain['read']>>>;
export type ContentStores = All<ReturnType<Domain['stores']>>;
export type ContentServices = { [Name in keyof Domains]: ReturnType<Domains[Name]['createService']> };

/** The parts of the content. Accounts and API tokens are logged, but have none. */
export const CONTENT_PARTS: readonly ContentPart<Partial<Content>>[] = [
  ...Object.values(DOMAINS),
  { subjects: [apiTokenSubject(''), accountSubject('')], read: async () => ({}) },
];

/** Creates the stores of all domains. */
export function contentStores(db: DatabaseHandle): ContentStores {
  return Object.assign({}, ...Object.values(DOMAINS).map(({ stores }) => stores(db))) as ContentStores;
}

export function createContentServices(parts: All<Parameters<Domain['createService']>[0]>): ContentServices {
  const services = Object.entries(DOMAINS).map(([name, { createService }]) => [name, createService(parts)]);
  return Object.fromEntries(services) as ContentServices;
}
