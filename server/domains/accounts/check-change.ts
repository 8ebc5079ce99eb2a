import { isDeepStrictEqual } from 'node:util';
import { MAIN_LOCATION_ID } from '#contract/locations.ts';
import { areaOf, AREAS, mayChange, refusal, type Area } from '#contract/rights.ts';
import { siteSettingSubject, type SettingValue } from '#contract/site-settings.ts';
import type { LoggedChange } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ConflictError, ForbiddenError, UnauthorizedError } from '#server/platform/errors.ts';
import { isInUse, type Rights } from './account-rights.ts';
import { accountStores } from './account-stores.ts';

export const signInNeeded = (detail = 'Sign in to continue.') =>
  new UnauthorizedError('sign-in-needed', detail);

export const refused = ([area = 'content']: readonly Area[]) => new ForbiddenError('no-right', refusal(area));

const elsewhere = (name: string) =>
  new ForbiddenError(
    'other-location',
    `Your account is limited to some locations, so it can't change ${name}. Ask an owner.`,
  );

/**
 * Returns the check of everything that an administrator saves, in its transaction: with the rights at that moment, and on
 * what differs, whichever request or restore it comes from.
 */
export const checkChangesOf =
  (id: string, now: () => Date) =>
  async (db: DatabaseHandle, change: LoggedChange): Promise<void> => {
    const admin = await accountStores(db).admins.findById(id);
    if (!admin || !isInUse(admin, now())) throw signInNeeded();
    await checkChange(db, admin, change);
    if (requiresFactor(change) && !(await accountStores(db).factors.has(id))) throw ownFactorNeeded();
  };

export const REQUIREMENT = siteSettingSubject('requireSecondFactor');

/** Returns whether a change makes everyone need a second factor, which must not lock out its author. */
const requiresFactor = ({ subject, steps }: LoggedChange): boolean =>
  subject === REQUIREMENT && steps.some(({ after }) => (after as SettingValue | null)?.value === true);

const ownFactorNeeded = () =>
  new ConflictError(
    'own-factor-needed',
    'Set up your own passkey or authenticator app under Your Account. Then you can require it of everyone.',
  );

/** Throws ForbiddenError if a change, which is already in the tables, is not within the rights. */
export async function checkChange(
  db: DatabaseHandle,
  { role, locations }: Pick<Rights, 'role' | 'locations'>,
  { subject, steps }: LoggedChange,
): Promise<void> {
  for (const { item, before, after } of steps) {
    const isPartOfRow = item !== null && before !== null && after !== null;
    const fields = isPartOfRow ? Object.keys(after as object) : [];
    const area = areaOf(subject, fields);
    if (!mayChange(role, [area])) throw refused([area]);
  }
  if (locations === null) return;
  const rows = await readRows(db, subject);
  if (!rows && !locations.includes(MAIN_LOCATION_ID)) throw elsewhere(AREAS[areaOf(subject)]);
  for (const step of rows ? steps : []) {
    const foreign = findForeign(rows ?? new Map(), step, locations);
    if (foreign !== undefined) throw elsewhere(foreign);
  }
}

/** A row of a list, with the location to which it belongs, if any, and the name of that. */
type Row = { id: string; locationId: string | null; name: string };

const LISTS: Readonly<Record<string, (db: DatabaseHandle) => { execute(): Promise<Row[]> }>> = {
  locations: (db) => db.selectFrom('location').select(['id', 'id as locationId', 'name']),
  'cash-bids': (db) =>
    db.selectFrom('cash_bid').select(['id', 'location_id as locationId', 'location as name']),
  harvest: (db) =>
    db.selectFrom('harvest_entry').select(['id', 'location_id as locationId', 'location as name']),
};

/** Returns the rows of a list that belong to locations, undefined if all of it belongs to the main one. */
async function readRows(db: DatabaseHandle, subject: string): Promise<Map<string, Row> | undefined> {
  const query = LISTS[subject]?.(db);
  const rows = await query?.execute();
  return rows && new Map(rows.map((row) => [row.id, row]));
}

/** Returns the name of a location that a step changes and `locations` lacks. Only the rows of these may move. */
function findForeign(
  rows: ReadonlyMap<string, Row>,
  { item, before, after }: LoggedChange['steps'][number],
  locations: readonly string[],
): string | undefined {
  const isOwn = (row: Row | undefined) => row?.locationId != null && locations.includes(row.locationId);
  if (item === null) {
    const [old, next] = [before, after].map((ids) => (ids as string[]).filter((id) => !isOwn(rows.get(id))));
    return isDeepStrictEqual(old, next) ? undefined : 'the order of other rows';
  }
  return [before, after]
    .flatMap((fields) => (fields ? rowWith(fields, item, rows.get(item)) : []))
    .find((row) => !isOwn(row))?.name;
}

/** Returns a row as logged, of which a change has only some fields. Locations have no other one. */
function rowWith(fields: object, id: string, current: Row | undefined): Row {
  const row = fields as Record<string, string | null | undefined>;
  const { location, name, location_id: spelledLikeColumn, locationId = spelledLikeColumn } = row;
  const known = current?.locationId ?? (location === undefined ? id : null);
  return {
    id,
    locationId: locationId === undefined ? known : locationId,
    name: location ?? name ?? current?.name ?? '',
  };
}
