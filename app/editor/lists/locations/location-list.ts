import { uniqueId } from '#contract/item-id.ts';
import { LOCATION_LABELS, type Location, type Locations, type LocationsSave } from '#contract/locations.ts';
import { API } from '#contract/paths.ts';
import { parseSpecialDays, specialDaysText } from '#shared/special-days.ts';
import { withScheme } from '#shared/web-address.ts';
import { call, post, type SavedAs } from '#app/editor/shell/admin-api.ts';
import { fieldsIn, wholeList } from '#app/editor/lists/whole-list.ts';

/** Location as it is typed: its special days are lines of text. */
export type DraftLocation = Omit<Location, 'exceptions' | 'image'> & { exceptions: string };

const FIELDS = fieldsIn<DraftLocation>(LOCATION_LABELS);

const nameOf = ({ name }: Pick<DraftLocation, 'name'>) => name.trim() || 'Location';

/** Returns a new location. The server keeps its id, so that a repeated save adds it once. */
export const newLocation = (): DraftLocation => ({
  ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as DraftLocation),
  id: uniqueId(),
});

export const loadLocations = () => call<Locations>(API.locations);

export const fromServer = (locations: Locations): DraftLocation[] =>
  locations.map(({ image: _image, ...location }) => ({
    ...location,
    exceptions: specialDaysText(location.exceptions),
  }));

/** Converts locations for a save. Returns a message instead if special days are not clear. */
function toSave(locations: readonly DraftLocation[], today: string): LocationsSave | string {
  const saved: LocationsSave = [];
  for (const location of locations) {
    const { days, problem } = parseSpecialDays(location.exceptions, today);
    if (problem !== undefined) return `${nameOf(location)}: ${problem}`;
    saved.push({ ...location, mapUrl: withScheme(location.mapUrl.trim()), exceptions: days });
  }
  return saved;
}

/**
 * Describes the list of locations. Dates without a year are the next ones from `today`, a calendar day. `bids`: what cash
 * bids do if their location is renamed.
 */
export const locationList = (today: string, bids: 'rename' | 'keep') =>
  wholeList<DraftLocation>({
    section: 'locations',
    field: 'locations',
    subject: 'locations',
    labels: LOCATION_LABELS,
    nameOf,
    textOf: (field, text) => (field === 'imageId' && text !== '' ? 'Another image' : text),
    inputId: (id) => `location-${id}-name`,
    load: loadLocations,
    saveOf(locations, isUndo) {
      const body = toSave(locations, today);
      if (typeof body === 'string') return body;
      return post(`${API.locations}?bids=${isUndo ? 'keep' : bids}`, body);
    },
    // Without a confirmation, the server rejects a location that has cash bids with 409, and says which.
    remove: (id, baseVersion, isConfirmed) =>
      call<SavedAs<Locations>>(`${API.locations}/${id}${isConfirmed ? '?bids=keep' : ''}`, {
        method: 'DELETE',
        baseVersion,
      }),
    fromServer: (content) => fromServer(content as Locations),
  });

/** Returns what to do about a field before it can be saved, or ''. */
export function problemOf(field: keyof DraftLocation, text: string, today: string): string {
  if (field === 'name' && text.trim() === '') return 'Type a name, such as North Elevator.';
  if (field === 'exceptions') return parseSpecialDays(text, today).problem ?? '';
  if (field === 'mapUrl' && text.trim() !== '' && !/^https?:\/\/\S+$/i.test(withScheme(text.trim())))
    return 'Use a web address that starts with https://.';
  return '';
}

/** Returns what a location says, for someone who compares it. */
export const describeLocation = (location: DraftLocation): string =>
  FIELDS.filter((field) => field !== 'imageId')
    .map((field) => location[field])
    .filter(Boolean)
    .join(', ');
