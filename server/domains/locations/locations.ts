import {
  LOCATION_MAX_LENGTH,
  LOCATIONS_MAX,
  type HoursException,
  type Location,
  type Locations,
  type LocationsSave,
} from '#contract/locations.ts';
import type { Image } from '#contract/images.ts';
import type { Author } from '#server/platform/change.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseStored } from '#server/platform/database/stored-values.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { rowList } from '#server/records/row-list.ts';
import { textColumns } from '#server/records/row-store.ts';
import type { Based } from '#server/records/saved.ts';
import { locationKey } from '#shared/location-key.ts';
import { findDayProblem, findSeasonProblem } from '#shared/special-days.ts';

/** Stored and logged location. `exceptions` is JSON, because lists are merged field by field. */
type StoredLocation = Omit<Location, 'exceptions' | 'image'> & { exceptions: string };

const LOCATION_COLUMNS = {
  id: 'text',
  ...textColumns(LOCATION_MAX_LENGTH),
  exceptions: 'text',
  imageId: 'text',
} as const;

/** Parses stored exceptions. Throws if they are broken. */
export const toExceptions = (json: string): HoursException[] =>
  parseStored(
    'exceptions',
    json,
    (value): value is HoursException[] => Array.isArray(value) && value.every(isException),
  );

const isException = (value: unknown): value is HoursException =>
  typeof value === 'object' &&
  value !== null &&
  ['date', 'hours'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string');

export const LOCATIONS_SUBJECT = 'locations';

export const locationList = rowList({
  name: LOCATIONS_SUBJECT,
  table: 'location',
  columns: LOCATION_COLUMNS,
  max: LOCATIONS_MAX,
  tooMany: `Keep at most ${LOCATIONS_MAX} locations. Remove one first.`,
  clean: cleanLocation,
  check: checkNames,
  present: ({ exceptions, ...location }: StoredLocation): Location => ({
    ...location,
    exceptions: toExceptions(exceptions),
  }),
});

export const { save: saveLocations, undo: undoLocations } = locationList;

/** What bids do if their location gets another name or is deleted. By default, a deletion is rejected. */
export type BidChoice = 'rename' | 'keep' | undefined;

/** Updates the bids of locations after a change of the list, in its transaction. Throws ConflictError to ask first. */
export type FollowLocations = (
  db: DatabaseHandle,
  author: Author,
  change: { before: Locations; after: Locations; bids: BidChoice },
) => Promise<void>;

export type LocationService = ReturnType<typeof createLocationService>;

type Parts = {
  content: ContentCache<Record<typeof LOCATIONS_SUBJECT, Locations>>;
  followLocations: FollowLocations;
};

export function createLocationService({ content, followLocations }: Parts) {
  type Stores = ReturnType<typeof locationList.stores>;
  /** Saves a list, and then updates the bids of its locations. */
  const write = (
    author: Author,
    bids: BidChoice,
    save: (stores: Stores) => ReturnType<typeof saveLocations>,
  ) =>
    content.write(async (db) => {
      const stores = locationList.stores(db);
      const before = (await stores.locations.list()).map(locationList.present);
      const saved = await save(stores);
      if (!saved.changed) return saved;
      await followLocations(db, author, { before, after: saved.content, bids });
      return { ...saved, version: await stores.changeLog.version() };
    });
  return {
    list: () => content.snapshot().locations,
    save: (author: Author, { bids, ...list }: { locations: LocationsSave; bids?: BidChoice } & Based) =>
      write(author, bids, (stores) => saveLocations(stores, author, list)),
    remove: (author: Author, { bids, ...location }: { id: string; bids?: BidChoice } & Based) =>
      write(author, bids, (stores) => locationList.remove(stores, author, location)),
  };
}

/** Names tell locations apart in bids, so that they must differ in more than case. */
function checkNames(locations: readonly StoredLocation[]): void {
  const names = locations.map(({ name }) => locationKey(name));
  const second = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (second === -1) return;
  const message = `There are two locations named ${locations[second]?.name}. Give each its own name.`;
  throw new ValidationError('twice', message, `/${second}/name`);
}

function cleanLocation(sent: LocationsSave[number], path: string): Omit<StoredLocation, 'id'> {
  const fields = Object.keys(LOCATION_MAX_LENGTH) as (keyof typeof LOCATION_MAX_LENGTH)[];
  const texts = Object.fromEntries(
    fields.map((field) => [field, (sent[field] ?? '').toWellFormed().trim()]),
  ) as Record<(typeof fields)[number], string>;
  if (texts.name === '') {
    throw new ValidationError('missing', 'Type a name, such as North Elevator.', `${path}/name`);
  }
  if (texts.mapUrl !== '' && !/^https?:$/.test(URL.parse(texts.mapUrl)?.protocol ?? '')) {
    const message = 'Use a web address that starts with https://.';
    throw new ValidationError('invalid', message, `${path}/mapUrl`);
  }
  const exceptions = cleanExceptions(sent.exceptions ?? [], `${path}/exceptions`);
  assertClear(findSeasonProblem(texts.season), `${path}/season`);
  return { ...texts, exceptions: JSON.stringify(exceptions), imageId: sent.imageId ?? '' };
}

/** Returns the exceptions by date. Throws ValidationError if one is not clear. */
function cleanExceptions(exceptions: readonly HoursException[], path: string): HoursException[] {
  const sorted = exceptions
    .map(({ until, reason, ...day }) => ({
      ...day,
      hours: day.hours.toWellFormed().trim(),
      ...(until && until !== day.date && { until }),
      ...(reason?.trim() && { reason: reason.toWellFormed().trim() }),
    }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  assertClear(findDayProblem(sorted), path);
  return sorted;
}

function assertClear(problem: string, path: string): void {
  if (problem) throw new ValidationError('invalid', problem, path);
}

/** Adds the images of locations. One that was deleted is left out. */
export const withImages = (locations: Locations, images: { find(id: string): Image | undefined }) =>
  locations.map((location) => {
    const image = location.imageId === '' ? undefined : images.find(location.imageId);
    return image ? { ...location, image } : location;
  });
