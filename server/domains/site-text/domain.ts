import { SITE_TEXTS } from '#contract/site-text.ts';
import { textOf, type ItemHistory } from '#server/records/history.ts';
import { addSiteTextEditingRoutes, addSiteTextRoutes } from './site-text-routes.ts';
import {
  siteTextStores,
  type SiteTextStores,
  createSiteTextService,
  readSiteTexts,
  saveSiteText,
} from './site-texts.ts';

export const siteText = {
  tables: { site_text: 'config_id' },
  stores: siteTextStores,
  read: readSiteTexts,
  createService: createSiteTextService,
  addRoutes: addSiteTextRoutes,
  addEditingRoutes: addSiteTextEditingRoutes,
  history: SITE_TEXTS.map(({ subject, type, label, richText }): ItemHistory<SiteTextStores> => ({
    subject,
    kind: 'text',
    names: { [subject]: label },
    isHtml: richText,
    restore: (stores, author, { before, baseVersion }) =>
      saveSiteText(stores, author, { configType: type, message: textOf(before), baseVersion }),
  })),
};
