import { Type, type Static } from 'typebox';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Problem details (RFC 9457) of every failed API request, with a stable `code` and the invalid fields, if any. */
export type Problem = Static<typeof Problem>;
export const Problem = Type.Object({
  type: Type.Literal('about:blank'),
  title: Type.String({ description: 'The name of the HTTP status.' }),
  status: Type.Integer(),
  code: Type.String({ description: 'A stable word for programs.' }),
  detail: Type.String({ description: 'What is wrong, for people.' }),
  current: Type.Optional(
    Type.Object(
      {
        content: Type.Unknown({ description: 'What is stored now.' }),
        version: Type.Integer(),
        at: Type.String({ format: 'date-time' }),
        author: Type.Union([Type.String(), Type.Null()]),
      },
      {
        description:
          'With the code conflict: the value that a save from an older version would have replaced.',
      },
    ),
  ),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.String({ description: 'The field at fault, such as body/0 or querystring/ids.' }),
        line: Type.Optional(Type.Integer({ description: 'The line of a file, counted from 1.' })),
        message: Type.String(),
      }),
    ),
  ),
});
