import { Type, type Static } from 'typebox';

/** Steps of the setup of a new site, in order. */
export const SETUP_STEPS = [
  'web-address',
  'name-and-phone',
  'place',
  'hours',
  'look',
  'commodities',
  'seed-brands',
  'links',
  'demo-content',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Whether the site still contains demo content, and how far its setup is. */
export type DemoContent = Static<typeof DemoContent>;
export const DemoContent = Type.Object({
  isStanding: Type.Boolean(),
  isSetupShown: Type.Boolean({
    description: 'Whether the editor shows the setup: it has steps left, and the settings do not close it.',
  }),
  stepsDone: Type.Array(Type.Enum(SETUP_STEPS), {
    description: "The steps of the setup whose values are no longer the demo's or the default.",
  }),
});

export type DemoContentRemoved = Static<typeof DemoContentRemoved>;
export const DemoContentRemoved = Type.Object({
  removed: Type.Integer({
    description: 'The number of texts, lists, tables, items, and images removed.',
  }),
  version: Type.Integer({ description: 'The latest change number.' }),
});
