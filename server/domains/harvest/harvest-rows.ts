import { HARVEST_STATUSES, HARVEST_WAIT, type HarvestChange, type HarvestEntry } from '#contract/harvest.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { calendarDay, localTime } from '#shared/date-time.ts';

/**
 * Stored and logged entry of the harvest board, with '' for what is not set. Its times are in ISO 8601; `until` and
 * `waitUntil` can also be `changed`. The wait has its own times, because a scale may post it every few minutes.
 */
export type HarvestRow = Record<
  'id' | 'locationId' | 'location' | 'commodity' | 'status' | 'moisture' | 'limits' | 'closes' | 'note',
  string
> &
  Record<'asOf' | 'until' | 'wait' | 'waitAsOf' | 'waitUntil', string>;

export const HARVEST_COLUMNS = {
  id: 'text',
  locationId: 'text',
  location: 'text',
  commodity: 'text',
  status: ['', ...HARVEST_STATUSES],
  moisture: 'text',
  limits: 'text',
  closes: 'text',
  note: 'text',
  asOf: 'text',
  until: 'text',
  wait: 'text',
  waitAsOf: 'text',
  waitUntil: 'text',
} as const;

/** What people set, apart from the wait. */
const SET_FIELDS = ['status', 'moisture', 'limits', 'closes', 'note'] as const;
const BLANK = { status: '', moisture: '', limits: '', closes: '', note: '', asOf: '', until: '' };
const NO_WAIT = { wait: '', waitAsOf: '', waitUntil: '' };

/** End of what lasts until someone changes it. */
export const CHANGED = 'changed';

export type Clock = { now: Date; timeZone: string };

/** Saving the same again renews its time only after this time, so that a program can post it every minute. */
const RENEWED_AFTER_MS = 15 * 60_000;

/** What has no end is not a time, and NaN compares as false. */
const hasEnded = (until: string, now: Date) => Date.parse(until) <= now.getTime();

/** Returns a row without what has ended, whose texts are ''. */
export function currentRow(row: HarvestRow, { now, timeZone }: Clock): HarvestRow {
  const isOver =
    row.closes !== '' && calendarDay(new Date(row.closes), timeZone) !== calendarDay(now, timeZone);
  return {
    ...row,
    ...(isOver && { closes: '' }),
    ...(hasEnded(row.until, now) && BLANK),
    ...(hasEnded(row.waitUntil, now) && NO_WAIT),
  };
}

export const isBlank = (row: HarvestRow): boolean =>
  row.wait === '' && SET_FIELDS.every((field) => row[field] === '');

/** Returns how many ends have passed: a text that differs whenever the clock alone changes the board. */
export const countEnds = (rows: readonly HarvestRow[], now: Date): number =>
  rows.flatMap(({ until, waitUntil }) => [until, waitUntil]).filter((end) => hasEnded(end, now)).length;

type Known = Pick<HarvestRow, 'id' | 'locationId' | 'location' | 'commodity'>;

/** Returns an entry with a change: what it leaves out stays, unless that has ended. Throws ValidationError. */
export function changeRow(
  known: Known,
  row: HarvestRow | undefined,
  { until, wait, ...sent }: HarvestChange,
  { path, ...clock }: Clock & { path: string },
): HarvestRow {
  const current = { ...currentRow(row ?? { ...BLANK, ...NO_WAIT, ...known }, clock), ...known };
  const end = until === undefined ? undefined : endOf(until, clock, `${path}/until`);
  const texts = SET_FIELDS.flatMap((field) => {
    const value = sent[field];
    return value === undefined ? [] : [[field, toStored(field, value, clock)] as const];
  });
  const isEndOfAll = end !== undefined && wait === undefined;
  const set = { ...current, ...Object.fromEntries(texts) };
  if (SET_FIELDS.every((field) => set[field] === '')) Object.assign(set, BLANK);
  else if (texts.length > 0 || (isEndOfAll && current.asOf !== '')) {
    set.until = end ?? (current.asOf === '' ? endOf('today', clock) : current.until);
    const isSame = [...SET_FIELDS, 'until' as const].every((field) => set[field] === current[field]);
    set.asOf = renewed(current.asOf, isSame, clock.now);
  }
  if (wait === null) Object.assign(set, NO_WAIT);
  else if (wait !== undefined || (isEndOfAll && current.wait !== '')) {
    set.wait = wait === undefined ? current.wait : String(roundWait(wait));
    set.waitUntil = end ?? (current.wait === '' ? endOf('today', clock) : current.waitUntil);
    const isSame = set.wait === current.wait && set.waitUntil === current.waitUntil;
    set.waitAsOf = renewed(current.waitAsOf, isSame, clock.now);
  }
  return set;
}

/** Values that another save may not overwrite unseen. */
export const MERGED_FIELDS = [...SET_FIELDS, 'wait'] as const;

function renewed(asOf: string, isSame: boolean, now: Date): string {
  // A clock that was set back leaves times of the future.
  const age = Math.abs(now.getTime() - Date.parse(asOf));
  return isSame && age < RENEWED_AFTER_MS ? asOf : now.toISOString();
}

const roundWait = (minutes: number) => Math.round(minutes / HARVEST_WAIT.step) * HARVEST_WAIT.step;

function toStored(field: (typeof SET_FIELDS)[number], value: string | number, clock: Clock): string {
  const text = String(value).toWellFormed().trim();
  return field === 'closes' && text !== '' ? momentOf(text, clock) : text;
}

/** Returns the end that a save names. Throws ValidationError for one that has passed. */
function endOf(until: string, clock: Clock, path = ''): string {
  if (until === CHANGED) return CHANGED;
  const end = until === 'today' ? momentOf('00:00', clock, 1) : momentOf(until, clock);
  if (!hasEnded(end, clock.now)) return end;
  throw new ValidationError('invalid', `${until} has passed. Choose a later time of today, or today.`, path);
}

/** Returns the moment of a local time of today, or of a later day. */
function momentOf(time: string, { now, timeZone }: Clock, days = 0): string {
  const day = Temporal.PlainDate.from(calendarDay(now, timeZone)).add({ days });
  const { epochMilliseconds } = day.toPlainDateTime(time).toZonedDateTime(timeZone);
  return new Date(epochMilliseconds).toISOString();
}

type Place = { id: string; name: string };

/** Returns the entries of known locations and commodities that have not ended, in their order. */
export function presentRows(
  rows: readonly HarvestRow[],
  {
    locations,
    commodities,
    ...clock
  }: Clock & { locations: readonly Place[]; commodities: readonly string[] },
): HarvestEntry[] {
  const places = new Map(locations.map((place, at) => [place.id, { ...place, at }]));
  const order = ['', ...commodities];
  return rows
    .flatMap((stored) => {
      const place = places.get(stored.locationId);
      const row = currentRow(stored, clock);
      const at = order.indexOf(row.commodity);
      if (!place || at === -1 || isBlank(row)) return [];
      return [
        { order: place.at * order.length + at, entry: presentRow({ ...row, location: place.name }, clock) },
      ];
    })
    .toSorted((one, other) => one.order - other.order)
    .map(({ entry }) => entry);
}

/** Returns the entries of a past time, with the names that locations had when they were set, by name. */
export const presentPastRows = (rows: readonly HarvestRow[], clock: Clock): HarvestEntry[] =>
  rows
    .map((row) => currentRow(row, clock))
    .filter((row) => !isBlank(row))
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .map((row) => presentRow(row, clock));

const placeOf = ({ location, commodity }: HarvestRow) => `${location}\n${commodity}`;

function presentRow(row: HarvestRow, { timeZone }: Pick<Clock, 'timeZone'>): HarvestEntry {
  const { id: _id, closes, asOf, until, wait, waitAsOf, waitUntil, ...texts } = row;
  return {
    ...texts,
    status: texts.status as HarvestEntry['status'],
    closes: closes && localTime(closes, timeZone).slice(-5),
    asOf: asOf || null,
    until: endOrNull(until),
    wait: wait === '' ? null : Number(wait),
    waitAsOf: waitAsOf || null,
    waitUntil: endOrNull(waitUntil),
  };
}

const endOrNull = (until: string) => (until === '' || until === CHANGED ? null : until);
