import { createAdminStore } from './accounts/admin-store.ts';
import { createApiTokenStore } from './accounts/api-token-store.ts';
import { createSessionStore } from './accounts/session-store.ts';
import { createSignInAttemptStore } from './accounts/sign-in-attempt-store.ts';
import { createCashBidStore } from './cash-bids/cash-bid-store.ts';
import { createChangeLogStore } from './change-log/change-log-store.ts';
import type { DatabaseHandle } from './database/database.ts';
import { createEmployeeStore } from './employees/employee-store.ts';
import { createImageStore } from './images/image-store.ts';
import { createPioneerStore } from './pioneer/pioneer-store.ts';
import { createPriceTableStore } from './price-tables/price-table-store.ts';
import { createSettingStore } from './setting-store.ts';
import { createSiteTextStore } from './site-text/site-text-store.ts';

export type Stores = ReturnType<typeof createStores>;

export function createStores(db: DatabaseHandle) {
  return {
    admins: createAdminStore(db),
    apiTokens: createApiTokenStore(db),
    cashBids: createCashBidStore(db),
    changeLog: createChangeLogStore(db),
    employees: createEmployeeStore(db),
    images: createImageStore(db),
    pioneer: createPioneerStore(db),
    priceTables: createPriceTableStore(db),
    sessions: createSessionStore(db),
    setting: createSettingStore(db),
    signInAttempts: createSignInAttemptStore(db),
    siteText: createSiteTextStore(db),
  };
}
