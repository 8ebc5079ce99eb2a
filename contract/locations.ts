import { Type, type Static } from 'typebox';
import { Image } from './images.ts';
import { ItemId } from './item-id.ts';
import { Saved } from './saved.ts';
import { OrNull } from './schemas.ts';
import { NO_NUL } from './text.ts';

/** Id of the main location, which is site texts. No other location can have it, since ids have no @. */
export const MAIN_LOCATION_ID = '@main';

/** Our choice (decision 0016), other than the main location. */
export const LOCATIONS_MAX = 100;
/** Dated exceptions of the hours of a location. */
export const EXCEPTIONS_MAX = 60;

/** What people call the fields. */
export const LOCATION_LABELS = {
  name: 'Name',
  address: 'Address',
  phoneNumber: 'Phone number',
  fax: 'Fax number',
  emergencyNumber: 'Emergency number',
  normalMonFri: 'Normal Mon-Fri',
  normalSatSun: 'Normal Sat & Sun',
  harvestMonFri: 'Harvest Mon-Fri',
  harvestSatSun: 'Harvest Sat & Sun',
  season: 'Season',
  exceptions: 'Special days',
  services: 'Services',
  mapUrl: 'Map link',
  imageId: 'Image',
} as const;

/** Maximum lengths in UTF-16 code units, as `<input maxlength>` counts. Those of the main location's texts, and more. */
export const LOCATION_MAX_LENGTH = {
  name: 60,
  address: 300,
  phoneNumber: 100,
  fax: 100,
  emergencyNumber: 100,
  normalMonFri: 100,
  normalSatSun: 100,
  harvestMonFri: 100,
  harvestSatSun: 100,
  season: 21,
  services: 1000,
  mapUrl: 1000,
} as const;
export const EXCEPTION_HOURS_LENGTH = 100;

/** A few words on why a day is special. */
export const REASON_LENGTH = 60;

const CALENDAR_DAY = { pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, such as 2026-12-24' };

/** Hours of a day, or of several ones, that replace the usual ones. */
export type HoursException = Static<typeof HoursException>;
export const HoursException = Type.Object(
  {
    date: Type.String(CALENDAR_DAY),
    until: Type.Optional(Type.String({ ...CALENDAR_DAY, description: 'the last day, if there are several' })),
    hours: Type.String({
      minLength: 1,
      maxLength: EXCEPTION_HOURS_LENGTH,
      pattern: NO_NUL,
      description: 'such as closed, or 8:00 am - noon',
    }),
    reason: Type.Optional(
      Type.String({ maxLength: REASON_LENGTH, pattern: NO_NUL, description: 'such as Thanksgiving' }),
    ),
  },
  { additionalProperties: false },
);

/** Which hours hold. Empty: those of the cooperative, or unknown. From one day to another: harvest, otherwise normal. */
export const SEASON = {
  pattern: '^(normal|harvest|\\d{4}-\\d{2}-\\d{2}/\\d{4}-\\d{2}-\\d{2})?$',
  description: 'normal, harvest, the first and last day of harvest such as 2026-09-10/2026-11-20, or empty',
};

/** Location other than the main one, whose values are site texts. Texts are as typed, and '' if there is none. */
export type Location = Static<typeof Location>;
export const Location = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'Unlike the name of any other location.' }),
  address: Type.String(),
  phoneNumber: Type.String(),
  fax: Type.String(),
  emergencyNumber: Type.String(),
  normalMonFri: Type.String({ description: 'Normal hours from Monday through Friday.' }),
  normalSatSun: Type.String({ description: 'Normal hours on Saturday and Sunday.' }),
  harvestMonFri: Type.String({ description: 'Harvest hours from Monday through Friday.' }),
  harvestSatSun: Type.String({ description: 'Harvest hours on Saturday and Sunday.' }),
  season: Type.String({ description: SEASON.description }),
  exceptions: Type.Array(HoursException, { description: 'Hours of certain days, by date.' }),
  services: Type.String(),
  mapUrl: Type.String({ description: 'A link to a map. If empty, the website links the address.' }),
  imageId: Type.String({ description: 'The ID of an image, or empty.' }),
  image: Type.Optional(Image),
});

export type Locations = Static<typeof Locations>;
export const Locations = Type.Array(Location);

const LocationText = (name: keyof typeof LOCATION_MAX_LENGTH) =>
  Type.Optional(Type.String({ pattern: NO_NUL, maxLength: LOCATION_MAX_LENGTH[name] }));

/** All locations to save, in this order. One without an id is new, and texts that are left out are ''. */
export type LocationsSave = Static<typeof LocationsSave>;
export const LocationsSave = Type.Array(
  Type.Object({
    id: Type.Optional(Type.Union([ItemId, Type.Literal(''), Type.Null()])),
    name: Type.String({ pattern: NO_NUL, maxLength: LOCATION_MAX_LENGTH.name }),
    address: LocationText('address'),
    phoneNumber: LocationText('phoneNumber'),
    fax: LocationText('fax'),
    emergencyNumber: LocationText('emergencyNumber'),
    normalMonFri: LocationText('normalMonFri'),
    normalSatSun: LocationText('normalSatSun'),
    harvestMonFri: LocationText('harvestMonFri'),
    harvestSatSun: LocationText('harvestSatSun'),
    season: Type.Optional(Type.String(SEASON)),
    exceptions: Type.Optional(Type.Array(HoursException, { maxItems: EXCEPTIONS_MAX })),
    services: LocationText('services'),
    mapUrl: LocationText('mapUrl'),
    imageId: Type.Optional(Type.Union([ItemId, Type.Literal('')])),
  }),
  { maxItems: LOCATIONS_MAX },
);

export const LocationBidsQuery = Type.Object({
  bids: Type.Optional(
    Type.Union([Type.Literal('rename'), Type.Literal('keep')], {
      description:
        'For cash bids of locations that are renamed or deleted: rename gives them the new name. Deleting a location with bids is rejected with 409 unless this is set.',
    }),
  ),
});

export const SavedLocations = Saved(Locations);

/** Limit to some locations. */
export const LocationLimit = OrNull(
  Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: NO_NUL }), {
    minItems: 1,
    maxItems: LOCATIONS_MAX + 1,
  }),
  'IDs of the only locations that may be changed, @main for the main one; null for all.',
);
