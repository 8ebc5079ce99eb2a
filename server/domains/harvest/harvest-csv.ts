import type { HarvestEntry } from '#contract/harvest.ts';
import { formatCsv } from '#shared/csv.ts';

const FIELDS = [
  'location',
  'commodity',
  'status',
  'moisture',
  'limits',
  'closes',
  'note',
  'asOf',
  'until',
  'wait',
  'waitAsOf',
  'waitUntil',
] as const satisfies (keyof HarvestEntry)[];

/** Formats the harvest board as CSV. */
export const formatHarvestCsv = (entries: readonly HarvestEntry[]): string =>
  formatCsv([FIELDS, ...entries.map((entry) => FIELDS.map((field) => String(entry[field] ?? '')))]);
