import { locationHistory } from './location-history.ts';
import { addLocationEditingRoutes, addLocationRoutes } from './location-routes.ts';
import { locationStores } from './location-store.ts';
import { createLocationService, readLocations } from './locations.ts';

export const locations = {
  tables: { location: 'id' },
  stores: locationStores,
  read: readLocations,
  createService: createLocationService,
  addRoutes: addLocationRoutes,
  addEditingRoutes: addLocationEditingRoutes,
  history: [locationHistory],
};
