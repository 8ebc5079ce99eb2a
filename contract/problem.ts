import { Type, type Static } from 'typebox';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

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
        at: Type.String({ format: 'date-time' }),
        author: Type.Union([Type.String(), Type.Null()]),
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
    ),
  ),
});
