import { uniqueId } from '#contract/item-id.ts';
import type { Location, Locations, LocationsSave } from '#contract/locations.ts';
import { mergeLists } from '#shared/merge-lists.ts';
import { parseSpecialDays, specialDaysText } from '#shared/special-days.ts';
import { conflictKey, REMOVED, type MergeDraft, type ShownConflict } from '#app/editor/field/merge-draft.ts';

/** Location as it is typed: its special days are lines of text. */
export type DraftLocation = Omit<Location, 'exceptions' | 'image'> & { exceptions: string };

export const FIELD_NAMES: Readonly<Record<keyof DraftLocation, string>> = {
  id: '',
  name: 'Name',
  address: 'Address',
  phoneNumber: 'Phone number',
  fax: 'Fax number',
  emergencyNumber: 'Emergency number',
  normalMonFri: 'Normal Mon-Fri',
  normalSatSun: 'Normal Sat & Sun',
  harvestMonFri: 'Harvest Mon-Fri',
  harvestSatSun: 'Harvest Sat & Sun',
  exceptions: 'Special days',
  services: 'Services',
  mapUrl: 'Map link',
  imageId: 'Image',
};
const FIELDS = Object.keys(FIELD_NAMES) as (keyof DraftLocation)[];

/** Serializes locations, with their fields in a fixed order. */
export const toText = (locations: readonly DraftLocation[]): string =>
  JSON.stringify(
    locations.map((location) => Object.fromEntries(FIELDS.map((field) => [field, location[field]]))),
  );

export const fromServer = (locations: Locations): string =>
  toText(locations.map((location) => ({ ...location, exceptions: specialDaysText(location.exceptions) })));

/** Parses a serialized list. Returns undefined for other text, such as a draft from an older release. */
export function toLocations(text: string): DraftLocation[] | undefined {
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) && list.every(isLocation) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Converts a draft for a save. Returns a message instead if special days are not clear. */
export function toSave(locations: readonly DraftLocation[], today: string): LocationsSave | string {
  const saved: LocationsSave = [];
  for (const location of locations) {
    const { days, problem } = parseSpecialDays(location.exceptions, today);
    if (problem !== undefined) return `${nameOf(location)}: ${problem}`;
    saved.push({ ...location, exceptions: days });
  }
  return saved;
}

/** Returns a new location. The server keeps its id, so that a repeated save adds it once. */
export const newLocation = (): DraftLocation => ({
  id: uniqueId(),
  name: '',
  address: '',
  phoneNumber: '',
  fax: '',
  emergencyNumber: '',
  normalMonFri: '',
  normalSatSun: '',
  harvestMonFri: '',
  harvestSatSun: '',
  exceptions: '',
  services: '',
  mapUrl: '',
  imageId: '',
});

/** Returns true if nothing was typed. */
export const isBlank = (location: DraftLocation) =>
  FIELDS.every((field) => field === 'id' || location[field].trim() === '');

export const isSame = (one: DraftLocation, other: DraftLocation | undefined) =>
  other !== undefined && toText([one]) === toText([other]);

/** Returns the name for messages. */
export const nameOf = ({ name }: Pick<DraftLocation, 'name'>) => name.trim() || 'Location';

/** Returns what to do about a field before it can be saved, or ''. */
export function problemOf(field: keyof DraftLocation, text: string, today: string): string {
  if (field === 'name' && text.trim() === '') return 'Type a name, such as North Elevator.';
  if (field === 'exceptions') return parseSpecialDays(text, today).problem ?? '';
  if (field === 'mapUrl' && text.trim() !== '' && !/^https?:\/\/\S+$/i.test(text.trim()))
    return 'Use a web address that starts with https://.';
  return '';
}

export const without = (locations: readonly DraftLocation[], id: string): DraftLocation[] =>
  locations.filter((location) => location.id !== id);

/** Applies a step to a serialized list. Returns other text unchanged. */
export function applyStep(text: string, step: (list: DraftLocation[]) => DraftLocation[]): string {
  const list = toLocations(text);
  return list ? toText(step(list)) : text;
}

/** Merges a serialized draft into the list of someone else. */
export const mergeLocations: MergeDraft = ({ draft, base, theirs }, choose = () => 'mine') => {
  const [before, mine, newer] = [base, draft, theirs].map(toLocations);
  if (!before || !mine || !newer) return undefined;
  const conflicts: ShownConflict[] = [];
  const { rows } = mergeLists<DraftLocation>({ base: before, mine, theirs: newer }, (each) => {
    const { id, field } = each;
    const valueOf = (location: DraftLocation | undefined) =>
      location ? (field ? shownValue(field, location[field]) : nameOf(location)) : REMOVED;
    const location = each.mine ?? each.theirs ?? each.base;
    const conflict = {
      key: conflictKey(id, field),
      name: [location ? nameOf(location) : '', field ? FIELD_NAMES[field] : ''].filter(Boolean).join(', '),
      mine: valueOf(each.mine),
      theirs: valueOf(each.theirs),
    };
    conflicts.push(conflict);
    return choose(conflict.key);
  });
  return { merged: toText(rows), conflicts };
};

const shownValue = (field: keyof DraftLocation, text: string) =>
  field === 'imageId' && text !== '' ? 'Another image' : text;

export function difference(
  location: DraftLocation,
  mine: readonly DraftLocation[],
): 'same' | 'changed' | 'missing' {
  const same = mine.find(({ id }) => id === location.id);
  if (!same) return 'missing';
  return isSame(same, location) ? 'same' : 'changed';
}

function isLocation(value: unknown): value is DraftLocation {
  if (typeof value !== 'object' || value === null) return false;
  return FIELDS.every((field) => typeof (value as Record<string, unknown>)[field] === 'string');
}
