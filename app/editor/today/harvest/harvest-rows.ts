import {
  HARVEST_LABELS,
  HARVEST_STATUS_LABELS,
  HARVEST_WAIT,
  type HarvestBoard,
  type HarvestChange,
  type HarvestEntry,
  type HarvestStatus,
} from '#contract/harvest.ts';
import { rowForm, rowMerge } from '#app/editor/lists/whole-list.ts';
import { localTime } from '#shared/date-time.ts';
import { formatMinute, minutesOf } from '#shared/location-hours.ts';

const { waitUntil: _waitUntil, ...TYPED } = HARVEST_LABELS;
type Typed = keyof typeof TYPED;
const TYPED_FIELDS = Object.keys(TYPED) as Typed[];

/** Not typed: names, when it was posted, its ends, and the time of a second tap on the same status. */
const HIDDEN = { name: '', location: '', commodity: '', asOf: '', end: '', waitEnd: '', tappedAt: '' };

/**
 * What a location takes of a commodity, or without one, the location as a whole. `until` is the choice of an end, such as
 * `18:00`, `today`, or `changed`; `end` and `waitEnd` are moments.
 */
export type HarvestRow = { id: string } & Record<Typed | keyof typeof HIDDEN, string>;

const LABELS = { ...HIDDEN, ...TYPED };
const BLANK = Object.fromEntries(Object.keys(LABELS).map((field) => [field, ''])) as Omit<HarvestRow, 'id'>;

export const HARVEST_FORM = rowForm<HarvestRow>(LABELS);

export const mergeHarvest = rowMerge<HarvestRow>(
  LABELS,
  ({ name }) => name,
  (field, text) => valueText(field as Typed, text),
);

/** Returns a row for each location as a whole, and for each of its commodities. */
export const rowsOf = (
  { locations, commodities }: Pick<HarvestBoard, 'locations' | 'commodities'>,
  entries: readonly HarvestEntry[],
  timeZone: string,
): HarvestRow[] =>
  locations.flatMap(({ id, name: location }) =>
    ['', ...commodities].map((commodity) => {
      const entry = entries.find((each) => each.locationId === id && each.commodity === commodity);
      return {
        ...BLANK,
        ...(entry && valuesOf(entry, timeZone)),
        id: `${id}:${commodity}`,
        name: [location, commodity].filter(Boolean).join(', '),
        location,
        commodity,
      };
    }),
  );

function valuesOf(entry: HarvestEntry, timeZone: string) {
  const { status, moisture, limits, closes, note, asOf, until, wait, waitAsOf, waitUntil } = entry;
  const end = asOf === null ? waitUntil : until;
  return {
    status,
    moisture,
    limits,
    closes,
    note,
    wait: wait === null ? '' : String(wait),
    until: end === null ? 'changed' : untilOf(end, timeZone),
    asOf: asOf ?? waitAsOf ?? '',
    end: until ?? '',
    waitEnd: waitUntil ?? '',
  };
}

/** Returns the choice of a moment: the end of a day is the midnight after it. */
function untilOf(end: string, timeZone: string): string {
  const time = localTime(end, timeZone).slice(-5);
  return time === '00:00' ? 'today' : time;
}

/** Returns a row without what has ended since it was loaded. */
export function currentRow(row: HarvestRow, now: number): HarvestRow {
  const { id, name, location, commodity, wait, waitEnd, until, asOf } = row;
  const hasEnded = (end: string) => Date.parse(end) <= now;
  if (!hasEnded(row.end) && !hasEnded(waitEnd)) return row;
  const kept = hasEnded(row.end) ? { ...BLANK, id, name, location, commodity, wait, waitEnd } : row;
  const current = hasEnded(waitEnd) ? { ...kept, wait: '', waitEnd: '' } : kept;
  return isPosted(current) ? { ...current, until, asOf } : { ...current, until: '', asOf: '' };
}

export const isPosted = (row: HarvestRow): boolean =>
  TYPED_FIELDS.some((field) => field !== 'until' && row[field] !== '');

/** Returns the wait after a tap on plus or minus. Less than one step is none. */
export function steppedWait(wait: string, direction: 1 | -1): string {
  const next = Math.min(Number(wait) + direction * HARVEST_WAIT.step, HARVEST_WAIT.max);
  return next > 0 ? String(next) : '';
}

export const locationIdOf = ({ id, commodity }: HarvestRow): string =>
  id.slice(0, id.length - commodity.length - 1);

/** Returns what to save of the rows that differ from `base`. */
export const changesOf = (draft: readonly HarvestRow[], base: readonly HarvestRow[]): HarvestChange[] =>
  draft.flatMap((row) => {
    const before = base.find(({ id }) => id === row.id) ?? BLANK;
    const isRepeated = row.tappedAt !== before.tappedAt;
    const changed = TYPED_FIELDS.filter(
      (field) => row[field] !== before[field] || (field === 'status' && isRepeated),
    ).filter((field) => field !== 'until' || row.until !== '');
    if (changed.length === 0) return [];
    const { commodity } = row;
    const location = locationIdOf(row);
    const values = changed.map((field) => [
      field,
      field === 'wait' && row.wait === '' ? null : field === 'wait' ? Number(row.wait) : row[field],
    ]);
    return { location, ...(commodity && { commodity }), ...Object.fromEntries(values) } as HarvestChange;
  });

export const UNTIL_CHOICES = ['today', '18:00', 'changed'] as const;

/** Formats a value as people read it. */
export function valueText(field: Typed, value: string): string {
  if (value === '') return '';
  if (field === 'status') return HARVEST_STATUS_LABELS[value as HarvestStatus];
  if (field === 'wait') return `about ${value} min`;
  if (field === 'closes') return formatMinute(minutesOf(value));
  if (field !== 'until') return value;
  if (value === 'today') return 'end of today';
  return value === 'changed' ? 'changed' : formatMinute(minutesOf(value));
}

/** Says what a row has become, such as "Hickory Bend, Corn: Full". */
export const summaryOf = ({ name, ...row }: HarvestRow): string =>
  `${name}: ${[valueText('status', row.status), valueText('wait', row.wait)].filter(Boolean).join(', ') || 'nothing posted'}`;
