import { addPioneerEditingRoutes, addPioneerRoutes } from './pioneer-routes.ts';
import { createPioneerService, readPioneerItems } from './pioneer-service.ts';
import { pioneerStores } from './pioneer-store.ts';
import { pioneerHistory } from './pioneer-history.ts';

export const pioneer = {
  tables: { pioneer_category: 'category', pioneer_item: 'id' },
  stores: pioneerStores,
  read: readPioneerItems,
  createService: createPioneerService,
  addRoutes: addPioneerRoutes,
  addEditingRoutes: addPioneerEditingRoutes,
  history: pioneerHistory,
};
