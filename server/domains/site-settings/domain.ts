import { siteSettingHistory } from './site-setting-history.ts';
import { addSiteSettingEditingRoutes } from './site-setting-routes.ts';
import { siteSettingStores } from './site-setting-store.ts';
import { createSiteSettingService, readSiteSettings } from './site-settings.ts';

export const site = {
  tables: { site_setting: 'name' },
  stores: siteSettingStores,
  read: readSiteSettings,
  createService: createSiteSettingService,
  addRoutes: () => undefined,
  addEditingRoutes: addSiteSettingEditingRoutes,
  history: [siteSettingHistory],
};
