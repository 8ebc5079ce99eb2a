import { Type, type Static } from 'typebox';
import { Moment, OrNull } from './schemas.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Part of the stored value that someone else has changed. */
export type ConflictingValue = Static<typeof ConflictingValue>;
const ConflictingValue = Type.Object({
  item: Type.String({
    description:
      'The id of the item. A row of a table is named by its place in the version you loaded: row base-0.',
  }),
  field: Type.Optional(Type.String({ description: 'Left out if the item was added or removed as a whole.' })),
  at: Moment(),
  author: OrNull(Type.String()),
});

/** Problem details (RFC 9457) of every failed API request, with a stable `code` and the invalid fields, if any. */
export type Problem = Static<typeof Problem>;
export const Problem = Type.Object({
  type: Type.Literal('about:blank'),
  title: Type.String({ description: 'The name of the HTTP status.' }),
  status: Type.Integer(),
  code: Type.String({ description: 'A stable code for programs.' }),
  detail: Type.String({ description: 'The error and how to fix it, in plain English.' }),
  current: Type.Optional(
    Type.Object(
      {
        content: Type.Unknown({ description: 'The stored value.' }),
        version: Type.Integer(),
        at: Moment(),
        author: OrNull(Type.String()),
        conflicts: Type.Optional(
          Type.Array(ConflictingValue, {
            description: 'The last change of each value that your save would have overwritten, where known.',
          }),
        ),
      },
      {
        description: 'Only with code conflict: the current value, which your save would have overwritten.',
      },
    ),
  ),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.String({ description: 'The field with the error, such as body/0 or querystring/ids.' }),
        line: Type.Optional(Type.Integer({ description: 'The line in the CSV file, starting at 1.' })),
        message: Type.String(),
      }),
      { description: 'At most 100, with long names cut off.' },
    ),
  ),
});
