import { Type, type TSchema } from 'typebox';

/** Creates the response schema of a save: the stored content and the version of the change. */
export const Saved = <Content extends TSchema>(content: Content) =>
  Type.Object({
    content,
    version: Type.Integer({
      description: 'The change number, or the latest one if nothing changed.',
    }),
    changed: Type.Boolean(),
  });
