import { Type, type Static, type TSchema } from 'typebox';
import { Moment, OrNull } from './schemas.ts';

/** Newest change by a person that a save was merged with. */
export type Included = Static<typeof Included>;
const Included = Type.Object({
  author: OrNull(Type.String()),
  at: Moment(),
});

/** Creates the response schema of a save: the stored content and the version of the change. */
export const Saved = <Content extends TSchema>(content: Content) =>
  Type.Object({
    content,
    version: Type.Integer({
      description: 'The change number, or the latest one if nothing changed.',
    }),
    changed: Type.Boolean(),
    included: Type.Optional(
      Type.Array(Included, {
        description: 'The newest change of each person since your base version, which the content includes.',
      }),
    ),
  });
