import { createAdminStore } from '../../server/domains/accounts/admin-store.ts';
import { createApiTokenStore } from '../../server/domains/accounts/api-token-store.ts';
import { createSessionStore } from '../../server/domains/accounts/session-store.ts';
import { createSignInAttemptStore } from '../../server/domains/accounts/sign-in-attempt-store.ts';
import { createCashBidStore } from '../../server/domains/cash-bids/cash-bid-store.ts';
import { createChangeLogStore } from '../../server/platform/change-log/change-log-store.ts';
import type { DatabaseHandle } from '../../server/platform/database/database.ts';
import { createEmployeeStore } from '../../server/domains/employees/employee-store.ts';
import { createImageStore } from '../../server/domains/images/image-store.ts';
import { createPioneerStore } from '../../server/domains/pioneer/pioneer-store.ts';
import { createPriceTableStore } from '../../server/domains/price-tables/price-table-store.ts';
import { createSettingStore } from '../../server/platform/database/setting-store.ts';
import { createSiteTextStore } from '../../server/domains/site-text/site-text-store.ts';

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
