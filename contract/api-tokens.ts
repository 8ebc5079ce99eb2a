import { Type, type Static } from 'typebox';
import { ItemId } from './item-id.ts';

export const API_TOKENS_MAX = 50;
const NAME_LENGTH = 60;
export const API_TOKEN_NAME_LENGTH = NAME_LENGTH;

/** API token as the editor lists it, without the token itself. */
export type ApiToken = Static<typeof ApiToken>;
export const ApiToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  createdBy: Type.String(),
  usedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: "The last use, to the minute; null if it hasn't been used.",
  }),
});

export const ApiTokens = Type.Array(ApiToken);

export const ApiTokenName = Type.Object({
  name: Type.String({
    maxLength: NAME_LENGTH,
    pattern: '^[^\\s\\u0000]([^\\u0000\\n]*[^\\s\\u0000])?$',
    description: 'a program name with no space at the start or end',
  }),
});

export const ApiTokenParams = Type.Object({ id: ItemId });

/** Response to creating a token; the only response that contains the token itself. */
export type NewApiToken = Static<typeof NewApiToken>;
export const NewApiToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  createdBy: Type.String(),
  usedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  token: Type.String({ description: 'Shown once. Stored only as a hash.' }),
});
