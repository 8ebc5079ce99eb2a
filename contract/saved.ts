import { Type, type TSchema } from 'typebox';

/** How every save of content answers: what is kept now, and the number of the change. */
export const Saved = <Content extends TSchema>(content: Content) =>
  Type.Object({
    content,
    version: Type.Integer({
      description: 'The number of the change; of the newest one when nothing changed.',
    }),
    changed: Type.Boolean(),
  });
