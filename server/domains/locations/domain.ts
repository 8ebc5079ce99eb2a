import { locationHistory } from './location-history.ts';
import { addLocationEditingRoutes, addLocationRoutes } from './location-routes.ts';
import { createLocationService, locationList } from './locations.ts';

export const locations = {
  tables: { location: 'id' },
  stores: locationList.stores,
  read: locationList.read,
  createService: createLocationService,
  addRoutes: addLocationRoutes,
  addEditingRoutes: addLocationEditingRoutes,
  history: [locationHistory],
};
