import { createAdminStore } from './domains/accounts/admin-store.ts';
import { createApiTokenStore } from './domains/accounts/api-token-store.ts';
import { createSessionStore } from './domains/accounts/session-store.ts';
import { createSignInAttemptStore } from './domains/accounts/sign-in-attempt-store.ts';
import { createCashBidStore } from './domains/cash-bids/cash-bid-store.ts';
import { createChangeLogStore } from './platform/change-log/change-log-store.ts';
import type { DatabaseHandle } from './platform/database/database.ts';
import { createEmployeeStore } from './domains/employees/employee-store.ts';
import { createImageStore } from './domains/images/image-store.ts';
import { createPioneerStore } from './domains/pioneer/pioneer-store.ts';
import { createPriceTableStore } from './domains/price-tables/price-table-store.ts';
import { createSettingStore } from './platform/database/setting-store.ts';
import { createSiteTextStore } from './domains/site-text/site-text-store.ts';

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
