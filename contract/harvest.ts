import { Type, type Static } from 'typebox';
import { Moment, OrNull } from './schemas.ts';
import { Saved } from './saved.ts';
import { NO_NUL } from './text.ts';

/** Page of the harvest board, which other websites can show in an iframe. */
export const HARVEST_PAGE = '/harvest';

export const HARVEST_STATUSES = ['taking', 'limited', 'full', 'not-taking'] as const;
export type HarvestStatus = (typeof HARVEST_STATUSES)[number];

/** What people call the statuses. */
export const HARVEST_STATUS_LABELS = {
  taking: 'Taking',
  limited: 'Limited',
  full: 'Full',
  'not-taking': 'Not taking',
} as const satisfies Record<HarvestStatus, string>;

/** What people call the fields of an entry. */
export const HARVEST_LABELS = {
  status: 'Status',
  moisture: 'Moisture limit',
  limits: 'Other limits',
  closes: 'Closes today',
  note: 'Note',
  until: 'Until',
  wait: 'Wait',
  waitUntil: 'Wait until',
} as const;

/** Maximum lengths in UTF-16 code units. */
export const HARVEST_MAX_LENGTH = { moisture: 20, limits: 80, note: 200 } as const;

/** Minutes. A wait is shown in steps. */
export const HARVEST_WAIT = { max: 600, step: 5 } as const;

/** Entries of all locations and commodities. */
export const HARVEST_MAX = 1000;

/** What a location takes of a commodity at the moment, as visitors see it. Texts are '' if there is none. */
export type HarvestEntry = Static<typeof HarvestEntry>;
export const HarvestEntry = Type.Object({
  locationId: Type.String({ description: 'The ID of a location. That of the main one is @main.' }),
  location: Type.String(),
  commodity: Type.String({
    description: 'Empty for the location as a whole, such as for the wait at its scale.',
  }),
  status: Type.Enum(['', ...HARVEST_STATUSES]),
  moisture: Type.String({ description: 'The highest moisture, such as 15.5%.' }),
  limits: Type.String({ description: 'The test weight or other limits.' }),
  closes: Type.String({ description: 'When the location stops taking it today, such as 20:00.' }),
  note: Type.String(),
  asOf: OrNull(Moment(), 'When someone set all this, except for the wait. Null if only the wait is set.'),
  until: OrNull(Moment(), 'The end of all this, except for the wait. Null for until it is changed.'),
  wait: OrNull(Type.Integer(), 'Minutes of waiting at the scale, in steps of 5.'),
  waitAsOf: OrNull(Moment()),
  waitUntil: OrNull(Moment(), 'The end of the wait. Null for until it is changed.'),
});

/** Entries that have not ended: by location, each with that of the location as a whole first, then by commodity. */
export type Harvest = Static<typeof Harvest>;
export const Harvest = Type.Object({
  asOf: OrNull(Moment(), 'The newest time of an entry, or null if nothing is posted.'),
  entries: Type.Array(HarvestEntry),
});

const TIME = '([01]\\d|2[0-3]):[0-5]\\d';
const HarvestText = (field: keyof typeof HARVEST_MAX_LENGTH) =>
  Type.String({ maxLength: HARVEST_MAX_LENGTH[field], pattern: NO_NUL });

/** Change of an entry. Fields that are left out stay, unless they have ended. */
export type HarvestChange = Static<typeof HarvestChange>;
export const HarvestChange = Type.Object(
  {
    location: Type.String({
      maxLength: 80,
      pattern: NO_NUL,
      description: 'the ID or the name of a location; that of the main one is @main',
    }),
    commodity: Type.Optional(
      Type.String({
        maxLength: 60,
        pattern: NO_NUL,
        description: 'the name of a commodity, or leave it out for the location as a whole',
      }),
    ),
    status: Type.Optional(Type.Enum([...HARVEST_STATUSES, ''])),
    moisture: Type.Optional(Type.Union([HarvestText('moisture'), Type.Number()])),
    limits: Type.Optional(HarvestText('limits')),
    closes: Type.Optional(
      Type.String({
        pattern: `^(${TIME})?$`,
        description: 'a time of today, such as 20:00, or an empty string',
      }),
    ),
    note: Type.Optional(HarvestText('note')),
    wait: Type.Optional(OrNull(Type.Integer({ minimum: 0, maximum: HARVEST_WAIT.max }))),
    until: Type.Optional(
      Type.String({
        pattern: `^(today|changed|${TIME})$`,
        description: 'today for the end of today, changed, or a time of today, such as 18:00',
      }),
    ),
  },
  { additionalProperties: false },
);

export type HarvestSave = Static<typeof HarvestSave>;
export const HarvestSave = Type.Object(
  { entries: Type.Array(HarvestChange, { minItems: 1, maxItems: HARVEST_MAX }) },
  { additionalProperties: false },
);

export const SavedHarvest = Saved(Harvest);

/** What the editor needs to change the board. */
export type HarvestBoard = Static<typeof HarvestBoard>;
export const HarvestBoard = Type.Object({
  ...Harvest.properties,
  locations: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'The main location, and then the others.',
  }),
  commodities: Type.Array(Type.String()),
  unlinkedBids: Type.Array(Type.String(), {
    description: 'Locations of cash bids that are no location of the list.',
  }),
});
