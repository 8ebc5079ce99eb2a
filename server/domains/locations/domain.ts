import { LOCATION_LABELS } from '#contract/locations.ts';
import { named, type ItemHistory } from '#server/records/history.ts';
import { seasonText, specialDaysText } from '#shared/special-days.ts';
import { addLocationEditingRoutes, addLocationRoutes } from './location-routes.ts';
import {
  createLocationService,
  locationList,
  LOCATIONS_SUBJECT,
  toExceptions,
  undoLocations,
  type FollowLocations,
} from './locations.ts';

type Stores = Parameters<typeof undoLocations>[0];

const locationHistory: ItemHistory<Stores, { followLocations: FollowLocations }> = {
  subject: LOCATIONS_SUBJECT,
  kind: 'location',
  names: { [LOCATIONS_SUBJECT]: 'Locations' },
  rows: ({ locations }) => locations.list(),
  mentions: ({ imageId }) => [{ kind: 'image', id: imageId }],
  fields: {
    labels: LOCATION_LABELS,
    formats: {
      exceptions: (json: string) => specialDaysText(toExceptions(json)),
      season: (season: string) => (season ? seasonText(season) : 'Same as the main location'),
      imageId: named('image', 'Deleted image'),
    },
  },
  async restore(stores, author, undo) {
    const before = (await stores.locations.list()).map(locationList.present);
    const { content } = await undoLocations(stores, author, undo);
    await undo.followLocations(undo.db, author, { before, after: content, bids: 'keep' });
  },
};

export const locations = {
  ...locationList,
  createService: createLocationService,
  addRoutes: addLocationRoutes,
  addEditingRoutes: addLocationEditingRoutes,
  history: [locationHistory],
};
