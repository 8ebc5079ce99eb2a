import { Type, type Static } from 'typebox';

/** Something on the website that an administrator should look at, and the field where that is done. */
export type Attention = Static<typeof Attention>;
export const Attention = Type.Object({
  id: Type.String({ description: 'Stays the same while the reason does.' }),
  text: Type.String(),
  path: Type.String({ description: 'The page of the editor, and its section.' }),
  field: Type.Optional(Type.String({ description: 'A field in the section.' })),
  row: Type.Optional(Type.String({ description: 'A row in the section.' })),
});

export const AttentionList = Type.Array(Attention);
