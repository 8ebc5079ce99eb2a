import { accountStores } from '#server/domains/accounts/account-stores.ts';
import { contentStores } from '#server/domains/domains.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { createSettingStore } from '#server/platform/database/setting-store.ts';

export type Stores = ReturnType<typeof createStores>;

/** Creates all stores on one connection. */
export const createStores = (db: DatabaseHandle) => ({
  ...contentStores(db),
  ...accountStores(db),
  setting: createSettingStore(db),
});
