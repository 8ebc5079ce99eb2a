import { LOCATION_MAX_LENGTH, type HoursException, type Location } from '#contract/locations.ts';
import { parseStored } from '#server/platform/database/stored-values.ts';
import { textColumns } from '#server/records/row-store.ts';

/** Stored and logged location. `exceptions` is JSON, because lists are merged field by field. */
export type StoredLocation = Omit<Location, 'exceptions' | 'image'> & { exceptions: string };

export const LOCATION_COLUMNS = {
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
