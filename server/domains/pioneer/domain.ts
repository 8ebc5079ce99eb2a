import { addPioneerEditingRoutes, addPioneerRoutes } from './pioneer-routes.ts';
import { pioneerCategorySubject, pioneerItemSubject } from './pioneer-items.ts';
import { createPioneerService, readPioneerItems } from './pioneer-service.ts';
import { pioneerStores } from './pioneer-store.ts';

export const pioneer = {
  tables: { pioneer_category: 'category', pioneer_item: 'id' },
  stores: pioneerStores,
  subjects: [pioneerItemSubject(''), pioneerCategorySubject('')],
  read: readPioneerItems,
  createService: createPioneerService,
  addRoutes: addPioneerRoutes,
  addEditingRoutes: addPioneerEditingRoutes,
};
