import { addOwnPageEditingRoutes, addOwnPageRoutes } from './own-page-routes.ts';
import { ownPageStores, readOwnPages } from './own-page-store.ts';
import { ownPageHistory } from './own-page-history.ts';
import { createOwnPageService } from './own-pages.ts';

export const ownPages = {
  tables: { own_page: 'id', page_redirect: 'address' },
  stores: ownPageStores,
  read: readOwnPages,
  createService: createOwnPageService,
  addRoutes: addOwnPageRoutes,
  addEditingRoutes: addOwnPageEditingRoutes,
  history: ownPageHistory,
};
