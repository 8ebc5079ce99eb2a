import { SETUP_STEPS, type DemoContent } from '#contract/demo-content.ts';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import type { Site } from '#contract/site.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { CASH_BIDS_SUBJECT, saveCashBids } from '#server/domains/cash-bids/cash-bids.ts';
import type { Author } from '#server/platform/change.ts';
import { EMPLOYEES_SUBJECT, saveEmployees } from '#server/domains/employees/employees.ts';
import { imageRules } from '#server/domains/images/image-kind.ts';
import {
  deletePioneerItem,
  pioneerCategorySubject,
  pioneerItemSubject,
  undoPioneerDescription,
} from '#server/domains/pioneer/pioneer-items.ts';
import { emptyPriceTable } from '#server/domains/price-tables/price-table-store.ts';
import { priceTableSubject, savePriceTableContent } from '#server/domains/price-tables/price-tables.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Database } from '#server/platform/database/database.ts';
import { contentStores, type Content, type ContentStores } from '../domains.ts';
import { findStepsDone } from './find-steps-done.ts';

export type DemoContentService = ReturnType<typeof createDemoContentService>;

export function createDemoContentService({
  content,
  database,
  site,
  now,
}: {
  content: ContentCache<Content>;
  database: Database;
  site: () => Site;
  now: () => Date;
}) {
  return {
    isStanding: () => content.snapshot().isDemo,

    async describe(): Promise<DemoContent> {
      const demo = await database.read((db) => createChangeLogStore(db).listDemoChanges());
      const snapshot = content.snapshot();
      const { isDemo: isStanding } = snapshot;
      const unedited = new Set(demo.map(({ subject }) => subject));
      const stepsDone = findStepsDone({ ...snapshot, site: site(), unedited });
      const isSetupShown = site().setup !== 'closed' && stepsDone.length < SETUP_STEPS.length;
      return { isStanding, isSetupShown, stepsDone };
    },

    remove: (author: Author) => content.write((db) => removeDemoContent(contentStores(db), author, now())),
  };
}

/** Removes demo content that was not edited, and logs each removal. Returns the number of removals. */
export async function removeDemoContent(
  stores: ContentStores,
  author: Author,
  now: Date,
): Promise<{ removed: number; version: number }> {
  const before = await stores.changeLog.listDemoChanges();
  const unedited = new Set(before.map(({ subject }) => subject));

  for (const { type, subject } of SITE_TEXTS) {
    if (unedited.has(subject)) await saveSiteText(stores, author, { configType: type, message: '' });
  }
  if (unedited.has(CASH_BIDS_SUBJECT)) await saveCashBids(stores, author, []);
  if (unedited.has(EMPLOYEES_SUBJECT)) await saveEmployees(stores, author, { employees: [] });
  for (const { type } of PRICE_TABLES) {
    if (!unedited.has(priceTableSubject(type))) continue;
    await savePriceTableContent(stores, author, { type, table: emptyPriceTable(type) });
  }
  await removePioneer(stores, author, unedited);
  for (const { id } of await stores.images.list()) {
    if (unedited.has(imageRules.subjectOf(id))) await imageRules.remove(stores, author, id, now);
  }

  const remaining = await stores.changeLog.listDemoChanges();
  // Log a change for demo values that were already empty, so that they no longer count as demo content.
  for (const { subject, item, after } of remaining) {
    await stores.changeLog.append({ author, subject, item, before: after, after });
  }
  return { removed: before.length - remaining.length, version: await stores.changeLog.version() };
}

async function removePioneer(
  stores: ContentStores,
  author: Author,
  unedited: ReadonlySet<string>,
): Promise<void> {
  for (const { id } of await stores.pioneer.list()) {
    if (!unedited.has(pioneerItemSubject(id))) continue;
    await deletePioneerItem(stores, author, { id, builtIn: () => '' });
  }
  for (const category of (await stores.pioneer.listDescriptions()).keys()) {
    if (unedited.has(pioneerCategorySubject(category)))
      await undoPioneerDescription(stores, author, { category, text: '' });
  }
}
