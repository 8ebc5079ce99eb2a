import { SITE_TEXTS } from '#contract/site-text.ts';
import { addSiteTextEditingRoutes, addSiteTextRoutes } from './site-text-routes.ts';
import { siteTextStores } from './site-text-store.ts';
import { createSiteTextService, readSiteTexts, siteTextKeyOf } from './site-texts.ts';

export const siteText = {
  tables: { site_text: 'config_id' },
  stores: siteTextStores,
  subjects: SITE_TEXTS.map(({ subject }) => subject),
  read: readSiteTexts,
  byRow: { table: 'site_text', keyOf: siteTextKeyOf },
  createService: createSiteTextService,
  addRoutes: addSiteTextRoutes,
  addEditingRoutes: addSiteTextEditingRoutes,
};
