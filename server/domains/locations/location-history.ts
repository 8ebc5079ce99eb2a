import { LOCATION_LABELS } from '#contract/locations.ts';
import { asRows, named, type ItemHistory } from '#server/records/history.ts';
import { formatDate } from '#shared/date-time.ts';
import { locationStores, toExceptions } from './location-store.ts';
import { LOCATIONS_SUBJECT, undoLocations, type FollowLocations } from './locations.ts';

export const locationHistory: ItemHistory<{ followLocations: FollowLocations }> = {
  subject: LOCATIONS_SUBJECT,
  kind: 'location',
  names: () => ({ [LOCATIONS_SUBJECT]: 'Locations' }),
  rows: (db) => locationStores(db).locations.list(),
  mentions: ({ imageId }) => [{ kind: 'image', id: imageId }],
  present: asRows({
    labels: LOCATION_LABELS,
    formats: {
      exceptions: (json: string) =>
        toExceptions(json)
          .map(({ date, hours }) => `${formatDate(date)}: ${hours}`)
          .join('\n'),
      imageId: named('image', 'Deleted image'),
    },
  }),
  async restore({ db, author, steps, baseVersion, followLocations }) {
    const { content } = await undoLocations(locationStores(db), author, { steps, baseVersion });
    await followLocations(db, author, { before: [], after: content, bids: 'keep' });
  },
};
