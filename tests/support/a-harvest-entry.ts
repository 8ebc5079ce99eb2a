import type { HarvestRow } from '#server/domains/harvest/harvest-rows.ts';

/** Returns a stored entry of the harvest board that lasts until it is changed. */
export const aHarvestEntry = ({
  locationId = '@main',
  commodity = 'Corn',
  ...entry
}: Partial<HarvestRow> = {}): HarvestRow => ({
  id: `${locationId}:${commodity.toLowerCase()}`,
  locationId,
  location: locationId,
  commodity,
  status: 'taking',
  moisture: '',
  limits: '',
  closes: '',
  note: '',
  asOf: '2026-11-20T17:00:00.000Z',
  until: 'changed',
  wait: '',
  waitAsOf: '',
  waitUntil: '',
  ...entry,
});
