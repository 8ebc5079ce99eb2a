import { addLocationEditingRoutes, addLocationRoutes } from './location-routes.ts';
import { locationStores } from './location-store.ts';
import { createLocationService, LOCATIONS_SUBJECT, readLocations } from './locations.ts';

export const locations = {
  tables: { location: 'id' },
  stores: locationStores,
  subjects: [LOCATIONS_SUBJECT],
  read: readLocations,
  createService: createLocationService,
  addRoutes: addLocationRoutes,
  addEditingRoutes: addLocationEditingRoutes,
};
