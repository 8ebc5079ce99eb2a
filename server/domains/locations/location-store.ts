import type { HoursException, Location } from '#contract/locations.ts';
import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/platform/content/row-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { checkRow, parseStored } from '#server/platform/database/stored-values.ts';

/** Stored and logged location. `exceptions` is JSON, because lists are merged field by field. */
export type StoredLocation = Omit<Location, 'exceptions' | 'image'> & { exceptions: string };

/** Creates the stores that the rules for locations need. */
export const locationStores = (db: DatabaseHandle) => ({
  locations: createLocationStore(db),
  changeLog: createChangeLogStore(db),
});
export type LocationStores = ReturnType<typeof locationStores>;

const COLUMNS = {
  id: 'text',
  name: 'text',
  address: 'text',
  phoneNumber: 'text',
  fax: 'text',
  emergencyNumber: 'text',
  normalMonFri: 'text',
  normalSatSun: 'text',
  harvestMonFri: 'text',
  harvestSatSun: 'text',
  exceptions: 'text',
  services: 'text',
  mapUrl: 'text',
  imageId: 'text',
} as const;

export function createLocationStore(db: DatabaseHandle) {
  return {
    async list(read: ReadRow = readableOnly): Promise<StoredLocation[]> {
      const rows = await db
        .selectFrom('location')
        .select([
          'id',
          'name',
          'address',
          'phone_number as phoneNumber',
          'fax',
          'emergency_number as emergencyNumber',
          'normal_mon_fri as normalMonFri',
          'normal_sat_sun as normalSatSun',
          'harvest_mon_fri as harvestMonFri',
          'harvest_sat_sun as harvestSatSun',
          'exceptions',
          'services',
          'map_url as mapUrl',
          'image_id as imageId',
        ])
        .orderBy('position')
        .execute();
      return rows.flatMap((row) => read(row.id, () => checkLocation(row)) ?? []);
    },

    async replace(locations: readonly StoredLocation[]): Promise<void> {
      await db.deleteFrom('location').execute();
      if (locations.length === 0) return;
      const rows = locations.map((location, position) => ({
        id: location.id,
        position,
        name: location.name,
        address: location.address,
        phone_number: location.phoneNumber,
        fax: location.fax,
        emergency_number: location.emergencyNumber,
        normal_mon_fri: location.normalMonFri,
        normal_sat_sun: location.normalSatSun,
        harvest_mon_fri: location.harvestMonFri,
        harvest_sat_sun: location.harvestSatSun,
        exceptions: location.exceptions,
        services: location.services,
        map_url: location.mapUrl,
        image_id: location.imageId,
      }));
      await db.insertInto('location').values(rows).execute();
    },
  };
}

function checkLocation(row: StoredLocation): StoredLocation {
  toExceptions(row.exceptions);
  return checkRow(row, COLUMNS);
}

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
