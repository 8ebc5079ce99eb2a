import { addOwnPageEditingRoutes, addOwnPageRoutes } from './own-page-routes.ts';
import { ownPageStores } from './own-page-store.ts';
import {
  createOwnPageService,
  OWN_PAGE_ORDER_SUBJECT,
  ownPageIdOf,
  ownPageSubject,
  readOwnPages,
} from './own-pages.ts';

export const ownPages = {
  tables: { own_page: 'id', page_redirect: 'address' },
  stores: ownPageStores,
  subjects: [ownPageSubject(''), OWN_PAGE_ORDER_SUBJECT],
  read: readOwnPages,
  byRow: { table: 'own_page', keyOf: ownPageIdOf },
  createService: createOwnPageService,
  addRoutes: addOwnPageRoutes,
  addEditingRoutes: addOwnPageEditingRoutes,
};
