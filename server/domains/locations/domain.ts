import { addLocationEditingRoutes, addLocationRoutes } from './location-routes.ts';
import { createLocationService, locationList, LOCATIONS_SUBJECT } from './locations.ts';

export const locations = {
  tables: { location: 'id' },
  stores: locationList.stores,
  subjects: [LOCATIONS_SUBJECT],
  read: locationList.read,
  createService: createLocationService,
  addRoutes: addLocationRoutes,
  addEditingRoutes: addLocationEditingRoutes,
};
