import { isDeepStrictEqual } from 'node:util';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { isSiteSetting, siteSettingSubject, type SettingValue } from '#contract/site-settings.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { undoStep, type Step } from '#server/records/change-log/list-steps.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import { checkSetting } from '#server/platform/settings/site-file.ts';
import { toPageRows } from '#shared/own-page-rows.ts';
import { readBidStep } from '#server/domains/cash-bids/bid-log.ts';
import type { StoredBid } from '#server/domains/cash-bids/cash-bid-store.ts';
import {
  CASH_BIDS_SUBJECT,
  COMMODITIES_SUBJECT,
  listCommodities,
} from '#server/domains/cash-bids/cash-bids.ts';
import { FUTURES_SUBJECT } from '#server/domains/cash-bids/quotes-since.ts';
import { contentStores } from '#server/domains/domains.ts';
import { documentRules } from '#server/domains/documents/document-kind.ts';
import { imageRules } from '#server/domains/images/image-kind.ts';
import { EMPLOYEES_SUBJECT } from '#server/domains/employees/employees.ts';
import { LOCATIONS_SUBJECT } from '#server/domains/locations/locations.ts';
import { ownPageSubject } from '#server/domains/own-pages/own-page-store.ts';
import { toOwnPage } from '#server/domains/own-pages/own-pages.ts';
import { pioneerCategorySubject, pioneerItemSubject } from '#server/domains/pioneer/pioneer-items.ts';
import type { StoredPioneerItem } from '#server/domains/pioneer/pioneer-store.ts';
import { undoSplice, type LoggedTable } from '#server/domains/price-tables/price-table-splice.ts';
import { emptyPriceTable, type PriceTableContent } from '#server/domains/price-tables/price-table-store.ts';
import { priceTableSubject } from '#server/domains/price-tables/price-tables.ts';

type Change = Step & { subject: string };

/** Values by subject, after all changes of the log or a part of it. */
type LoggedContent = Map<string, unknown>;

const LISTS: readonly string[] = [EMPLOYEES_SUBJECT, LOCATIONS_SUBJECT, CASH_BIDS_SUBJECT];
const isList = (subject: string) => LISTS.includes(subject) || subject.startsWith(ownPageSubject(''));

/** Applies a logged change to the values that all changes before it have made. */
function applyChange(content: LoggedContent, { subject, item, before, after }: Change): void {
  const value = content.get(subject);
  const table = PRICE_TABLES.find(({ type }) => priceTableSubject(type) === subject);
  if (isList(subject)) {
    const rows = (value ?? []) as { id: string }[];
    // The reverse of a step undoes it, so undoing the reverse applies it.
    const reverse = { item, before: after, after: before };
    undoStep(rows, subject === CASH_BIDS_SUBJECT ? readBidStep(reverse) : reverse);
    content.set(subject, rows);
  } else if (table) {
    const known = (value as PriceTableContent | undefined) ?? emptyPriceTable(table.type);
    const reverse = { before: after, after: before } as LoggedTable;
    content.set(subject, isDeepStrictEqual(before, after) ? known : undoSplice(known, reverse));
  } else {
    content.set(subject, after);
  }
}

/**
 * Returns the subjects whose stored content is not what the changes in the log lead to. Does not compare API
 * tokens, which a restore can keep, the order of images, documents, and items, and futures if a data vendor has sent some.
 */
export async function differencesFromLog(db: DatabaseHandle): Promise<string[]> {
  const logged: LoggedContent = new Map();
  const entries = await db.selectFrom('change_log').selectAll().orderBy('version').execute();
  for (const { subject, item, before, after } of entries)
    applyChange(logged, { subject, item, before: parseValue(before), after: parseValue(after) });
  const stores = contentStores(db);
  const differences: string[] = [];
  const compare = (subject: string, stored: unknown, value: unknown) => {
    if (!isDeepStrictEqual(stored, value)) differences.push(subject);
  };
  for (const { id, subject } of SITE_TEXTS) {
    compare(subject, (await stores.siteText.find(id)) ?? '', logged.get(subject) ?? '');
  }
  for (const { type } of PRICE_TABLES) {
    const subject = priceTableSubject(type);
    compare(subject, await stores.priceTables.find(type), logged.get(subject) ?? emptyPriceTable(type));
  }
  compare(EMPLOYEES_SUBJECT, await stores.employees.list(), logged.get(EMPLOYEES_SUBJECT) ?? []);
  compare(LOCATIONS_SUBJECT, await stores.locations.list(), logged.get(LOCATIONS_SUBJECT) ?? []);
  const bids = await stores.cashBids.list();
  const loggedBids = (logged.get(CASH_BIDS_SUBJECT) ?? []) as StoredBid[];
  const [one, other] = [bids, loggedBids].map((rows) =>
    rows.map((bid) => (logged.has(FUTURES_SUBJECT) ? withoutFutures(bid) : bid)),
  );
  compare(CASH_BIDS_SUBJECT, one, other);
  compare(
    COMMODITIES_SUBJECT,
    await listCommodities(stores),
    logged.get(COMMODITIES_SUBJECT) ?? [...FIRST_COMMODITIES],
  );

  const items = new Map((await stores.pioneer.list()).map((item) => [pioneerItemSubject(item.id), item]));
  const descriptions = new Map(
    [...(await stores.pioneer.listDescriptions())].map(([category, text]) => [
      pioneerCategorySubject(category),
      text,
    ]),
  );
  const images = new Map(
    (await stores.images.list()).map((image) => [imageRules.subjectOf(image.id), imageRules.logged(image)]),
  );
  const pages = new Map(
    (await stores.ownPages.list()).map((page) => [ownPageSubject(page.id), toPageRows(toOwnPage(page))]),
  );
  const documents = new Map(
    (await stores.documents.list()).map((each) => [
      documentRules.subjectOf(each.id),
      documentRules.logged(each),
    ]),
  );
  const settings = new Map<string, unknown>(
    [...(await stores.siteSettings.list())].map(([name, value]) => [siteSettingSubject(name), value]),
  );
  for (const subject of new Set([
    ...logged.keys(),
    ...pages.keys(),
    ...settings.keys(),
    ...items.keys(),
    ...descriptions.keys(),
    ...images.keys(),
    ...documents.keys(),
  ])) {
    const value = logged.get(subject) ?? null;
    if (subject.startsWith(pioneerItemSubject(''))) {
      compare(subject, itemOf(items.get(subject)), itemOf(value as StoredPioneerItem | null));
    } else if (subject.startsWith(pioneerCategorySubject(''))) {
      compare(subject, descriptions.get(subject) ?? '', value ?? '');
    } else if (subject.startsWith(ownPageSubject(''))) {
      compare(subject, pages.get(subject) ?? [], value ?? []);
    } else if (subject.startsWith(documentRules.subjectOf(''))) {
      compare(subject, documents.get(subject) ?? null, value);
    } else if (subject.startsWith(siteSettingSubject(''))) {
      const last = (value ?? { source: 'file' }) as SettingValue;
      const name = subject.slice(siteSettingSubject('').length);
      compare(
        subject,
        settings.get(subject),
        last.source === 'editor' ? complete(name, last.value) : undefined,
      );
    } else if (subject.startsWith(imageRules.subjectOf(''))) {
      // Old entries lack fields.
      const stored = images.get(subject) ?? null;
      compare(subject, stored && value ? { ...stored, ...value } : stored, stored && value ? stored : value);
    }
  }
  return differences;
}

/** Adds the defaults of keys that the setting has got since the value was logged, as they are added to stored values. */
const complete = (name: string, value: unknown): unknown =>
  (isSiteSetting(name) ? checkSetting(name, value).value : undefined) ?? value;

const withoutFutures = ({ futuresEighths: _futures, changeEighths: _change, asOf: _at, ...bid }: StoredBid) =>
  bid;

const itemOf = (item: StoredPioneerItem | null | undefined) =>
  item ? { category: item.category, description: item.description } : null;
