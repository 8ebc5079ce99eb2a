import { Type, type TSchema } from 'typebox';

/** Creates the response schema of a save: the stored content and the version of the change. */
export const Saved = <Content extends TSchema>(content: Content) =>
  Type.Object({
    content,
    version: Type.Integer({
      description: 'The number of the change; of the newest one when nothing changed.',
    }),
    changed: Type.Boolean(),
  });
