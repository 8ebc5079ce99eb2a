import { Type, type Static } from 'typebox';

/** Whether the site still contains demo content. */
export type DemoContent = Static<typeof DemoContent>;
export const DemoContent = Type.Object({ isStanding: Type.Boolean() });

export type DemoContentRemoved = Static<typeof DemoContentRemoved>;
export const DemoContentRemoved = Type.Object({
  removed: Type.Integer({
    description: 'The number of texts, lists, tables, items, and images removed.',
  }),
  version: Type.Integer({ description: 'The latest change number.' }),
});
