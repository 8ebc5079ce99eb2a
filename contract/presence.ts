import { Type, type Static } from 'typebox';

const ID = { minLength: 1, maxLength: 60, pattern: '^[\\w-]+$' } as const;

/** The sections of the editor in which a tab has unsaved text. */
export type PresenceReport = Static<typeof PresenceReport>;
export const PresenceReport = Type.Object({
  tab: Type.String({ ...ID, description: 'a random ID of the browser tab' }),
  sections: Type.Array(Type.String({ ...ID, description: 'the ID of a section of the editor' }), {
    maxItems: 50,
  }),
});

/** The sections in which others have unsaved text. */
export type Presence = Static<typeof Presence>;
export const Presence = Type.Array(Type.Object({ username: Type.String(), section: Type.String() }));
