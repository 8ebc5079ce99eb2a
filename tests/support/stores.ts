import { accountStores } from '#server/domains/accounts/account-stores.ts';
import type { SiteTextType } from '#contract/site-text.ts';
import { contentStores } from '#server/domains/domains.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { createSettingStore } from '#server/platform/database/setting-store.ts';

export type Stores = ReturnType<typeof createStores>;

/** Creates all stores on one connection. */
export const createStores = (db: DatabaseHandle) => ({
  ...contentStores(db),
  ...accountStores(db),
  setting: createSettingStore(db),
});

/** An administrator, as the author of changes. */
export const DANA = { origin: 'admin', name: 'Dana' } as const;

/** Works with all stores in one transaction. */
export const withStores = <Result>(database: Database, work: (stores: Stores) => Promise<Result>) =>
  database.write((db) => work(createStores(db)));

export const saveText = (database: Database, message: string, configType: SiteTextType = 'WelcomeMessage') =>
  withStores(database, (stores) => saveSiteText(stores, DANA, { configType, message }));
