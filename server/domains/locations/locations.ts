import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  LOCATIONS_MAX,
  type HoursException,
  type Location,
  type Locations,
  type LocationsSave,
} from '#contract/locations.ts';
import type { Included } from '#contract/saved.ts';
import { findStepsSince, lastChangeOf } from '#server/platform/change-log/assert-unchanged.ts';
import type { Author, BaseVersion } from '#server/platform/change-log/change-log-store.ts';
import { stepsBetween, undoSteps, type Step } from '#server/platform/change-log/list-steps.ts';
import { checkIdsDiffer } from '#server/platform/check-ids-differ.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { RowReader } from '#server/platform/content/row-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { isCalendarDay } from '#shared/date-time.ts';
import { locationKey } from '#shared/location-key.ts';
import { mergeLists } from '#shared/merge-lists.ts';
import {
  createLocationStore,
  locationStores,
  toExceptions,
  type LocationStores,
  type StoredLocation,
} from './location-store.ts';

export const LOCATIONS_SUBJECT = 'locations';

type SavedLocations = { content: Locations; version: number; changed: boolean; included?: Included[] };

type LocationContent = { locations: Locations };
type Based = { baseVersion?: BaseVersion | undefined };

/** What bids do if their location gets another name or is deleted. By default, a deletion is rejected. */
export type BidChoice = 'rename' | 'keep' | undefined;

/** Updates the bids of locations after a change of the list, in its transaction. Throws ConflictError to ask first. */
export type FollowLocations = (
  db: DatabaseHandle,
  author: Author,
  change: { before: Locations; after: Locations; bids: BidChoice },
) => Promise<void>;

/** Reads the locations' part of the content. */
export async function readLocations(db: DatabaseHandle, rows: RowReader): Promise<LocationContent> {
  const list = await createLocationStore(db).list(rows('location', (id) => [LOCATIONS_SUBJECT, id]));
  return { locations: list.map(toLocation) };
}

export type LocationService = ReturnType<typeof createLocationService>;

export function createLocationService({
  content,
  followLocations,
}: {
  content: ContentCache<LocationContent>;
  followLocations: FollowLocations;
}) {
  /** Saves a list, and then updates the bids of its locations. */
  const write = (
    author: Author,
    bids: BidChoice,
    save: (stores: LocationStores) => Promise<SavedLocations>,
  ) =>
    content.write(async (db) => {
      const stores = locationStores(db);
      const before = (await stores.locations.list()).map(toLocation);
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
      write(author, bids, (stores) => deleteLocation(stores, author, location)),
  };
}

/**
 * Saves all locations and logs the change, in the caller's transaction. Merges them with the changes since `baseVersion`.
 * Throws ValidationError for values that break a rule, and ConflictError if someone else has changed the same field, or
 * a location that this save removes.
 */
export async function saveLocations(
  stores: LocationStores,
  author: Author,
  { locations, baseVersion }: { locations: LocationsSave } & Based,
): Promise<SavedLocations> {
  checkIdsDiffer(locations);
  const before = await stores.locations.list();
  const sent = locations.map(toStored);
  const since = isDeepStrictEqual(sent, before)
    ? undefined
    : await findStepsSince(stores.changeLog, {
        subject: LOCATIONS_SUBJECT,
        baseVersion,
        current: before.map(toLocation),
      });
  if (!since) return replace(stores, author, { before, after: sent });

  const base = undoSteps(before, since.steps);
  const [baseIds, sentIds] = [idsOf(base), idsOf(sent)];
  // A new location of an earlier attempt, whose response was lost, started from what that attempt stored.
  const ofEarlierAttempt = since.steps.flatMap(({ item, before: old, after }) =>
    item !== null && old === null && sentIds.has(item) && !baseIds.has(item)
      ? [withoutPosition(after as StoredLocation)]
      : [],
  );
  const { rows, conflicts } = mergeLists({
    base: [...base, ...ofEarlierAttempt],
    mine: sent,
    theirs: before,
  });
  if (conflicts.length > 0) {
    throw since.conflict(
      conflicts.map(({ id, field }) => {
        const change = lastChangeOf(since.steps, { id, field });
        return change && { item: id, ...(field && { field }), ...change };
      }),
    );
  }
  return { ...(await replace(stores, author, { before, after: rows })), ...since.included };
}

/** Deletes a location. Throws NotFoundError if the id is unknown, and ConflictError like `replaceKnown`. */
async function deleteLocation(
  stores: LocationStores,
  author: Author,
  { id, baseVersion }: { id: string } & Based,
): Promise<SavedLocations> {
  const before = await stores.locations.list();
  const after = before.filter((location) => location.id !== id);
  if (after.length === before.length) throw new NotFoundError();
  return replaceKnown(stores, author, { before, after, baseVersion });
}

/** Undoes logged steps, newest first, and saves the list. Throws like `saveLocations`. */
export async function undoLocations(
  stores: LocationStores,
  author: Author,
  { steps, baseVersion }: { steps: readonly Step[]; baseVersion: BaseVersion | undefined },
): Promise<SavedLocations> {
  const before = await stores.locations.list();
  return replaceKnown(stores, author, { before, after: undoSteps(before, steps), baseVersion });
}

type Lists = { before: readonly StoredLocation[]; after: readonly StoredLocation[] };

/** Stores a list that was made from the current one. Throws ConflictError if what it changes has changed since `baseVersion`. */
async function replaceKnown(
  stores: LocationStores,
  author: Author,
  { before, after, baseVersion }: Lists & Based,
): Promise<SavedLocations> {
  const since = isDeepStrictEqual(before, after)
    ? undefined
    : await findStepsSince(stores.changeLog, {
        subject: LOCATIONS_SUBJECT,
        baseVersion,
        current: before.map(toLocation),
      });
  if (since) {
    const seen = undoSteps(before, since.steps);
    if (mergeLists({ base: before, mine: seen, theirs: after }).conflicts.length > 0) throw since.conflict();
  }
  return { ...(await replace(stores, author, { before, after })), ...since?.included };
}

/** Throws ValidationError for too many locations, or two with the same name. */
async function replace(
  stores: LocationStores,
  author: Author,
  { before, after }: Lists,
): Promise<SavedLocations> {
  const content = after.map(toLocation);
  if (isDeepStrictEqual(before, after)) {
    return { content, version: await stores.changeLog.version(), changed: false };
  }
  if (after.length > LOCATIONS_MAX) {
    throw new ValidationError('too-many', `Keep at most ${LOCATIONS_MAX} locations. Remove one first.`);
  }
  checkNames(after);
  await stores.locations.replace(after);
  const change = { author, subject: LOCATIONS_SUBJECT };
  const version = await stores.changeLog.appendAll(change, stepsBetween(before, after));
  return { content, version, changed: true };
}

/** Names tell locations apart in bids, so that they must differ in more than case. */
function checkNames(locations: readonly StoredLocation[]): void {
  const names = locations.map(({ name }) => locationKey(name));
  const second = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (second === -1) return;
  const message = `There are two locations named ${locations[second]?.name}. Give each its own name.`;
  throw new ValidationError('twice', message, `/${second}/name`);
}

export function toLocation({ exceptions, ...location }: StoredLocation): Location {
  return { ...location, exceptions: toExceptions(exceptions) };
}

function toStored(location: LocationsSave[number], index: number): StoredLocation {
  const { id, name, exceptions = [], imageId = '' } = location;
  if (name.trim() === '') {
    throw new ValidationError('missing', 'Type a name, such as North Elevator.', `/${index}/name`);
  }
  return {
    id: id || randomUUID(),
    name: text(name),
    address: text(location.address),
    phoneNumber: text(location.phoneNumber),
    fax: text(location.fax),
    emergencyNumber: text(location.emergencyNumber),
    normalMonFri: text(location.normalMonFri),
    normalSatSun: text(location.normalSatSun),
    harvestMonFri: text(location.harvestMonFri),
    harvestSatSun: text(location.harvestSatSun),
    exceptions: JSON.stringify(checkExceptions(exceptions, `/${index}/exceptions`)),
    services: text(location.services),
    mapUrl: checkMapUrl(text(location.mapUrl), `/${index}/mapUrl`),
    imageId,
  };
}

const text = (value = '') => value.toWellFormed().trim();

/** Returns the exceptions by date. Throws ValidationError for a day that does not exist, and for two of the same day. */
function checkExceptions(exceptions: readonly HoursException[], path: string): HoursException[] {
  const sorted = exceptions
    .map(({ date, hours }) => ({ date, hours: hours.toWellFormed().trim() }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  for (const [at, { date, hours }] of sorted.entries()) {
    const [code, message] = !isCalendarDay(date)
      ? ['invalid', `There is no ${date}. Use a date, such as 2026-12-24.`]
      : hours === ''
        ? ['missing', `Type the hours of ${date}, such as closed.`]
        : sorted[at + 1]?.date === date
          ? ['twice', `${date} is listed twice. Keep one of them.`]
          : [];
    if (code && message) throw new ValidationError(code, message, path);
  }
  return sorted;
}

function checkMapUrl(url: string, path: string): string {
  if (url === '' || /^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw new ValidationError('invalid', 'Use a web address that starts with https://.', path);
}

const idsOf = (list: readonly StoredLocation[]) => new Set(list.map(({ id }) => id));

const withoutPosition = ({
  position: _position,
  ...location
}: StoredLocation & { position?: number }): StoredLocation => location;
