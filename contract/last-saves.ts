import { Type, type Static } from 'typebox';
import { Moment, OrNull } from './schemas.ts';

/** Time and author of a save. The author is an administrator or an API token, or null for a change by the clock. */
export type LastSave = Static<typeof LastSave>;
export const LastSave = Type.Object({
  at: Moment(),
  author: OrNull(Type.String()),
  version: Type.Optional(Type.Integer({ description: 'The number of the change.' })),
});

/**
 * Last saves by the subject of their changes. Those of Pioneer items are under their category, and those of images and
 * documents under their order. Demo content counts as never saved.
 */
export type LastSaves = Static<typeof LastSaves>;
export const LastSaves = Type.Record(Type.String(), LastSave);
