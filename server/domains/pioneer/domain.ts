import { addPioneerEditingRoutes, addPioneerRoutes } from './pioneer-routes.ts';
import { pioneerStores } from './pioneer-store.ts';
import {
  createPioneerService,
  pioneerCategorySubject,
  pioneerItemSubject,
  readPioneerItems,
} from './pioneer-items.ts';

export const pioneer = {
  tables: { pioneer_category: 'category', pioneer_item: 'id' },
  stores: pioneerStores,
  subjects: [pioneerItemSubject(''), pioneerCategorySubject('')],
  read: readPioneerItems,
  createService: createPioneerService,
  addRoutes: addPioneerRoutes,
  addEditingRoutes: addPioneerEditingRoutes,
};
