import { Type, type Static } from 'typebox';
import { LocationLimit } from './locations.ts';
import { Moment, OrNull } from './schemas.ts';

export const API_TOKENS_MAX = 50;
export const API_TOKEN_NAME_LENGTH = 60;

/** Days that a new token can be valid for. */
export const API_TOKEN_DAYS = [30, 90, 180, 365] as const;
export const API_TOKEN_DAYS_DEFAULT = 90;

/** What a token is for. */
export const API_TOKEN_SCOPES = ['bids', 'harvest', 'read'] as const;
export type ApiTokenScope = (typeof API_TOKEN_SCOPES)[number];

/** What people call the scopes. */
export const API_TOKEN_SCOPE_LABELS = {
  bids: 'Cash bids',
  harvest: 'Harvest board',
  read: 'Nothing (reads only)',
} as const satisfies Record<ApiTokenScope, string>;

const Scope = Type.Enum(API_TOKEN_SCOPES, {
  description:
    'what the token is for: bids, harvest for the harvest board, or read for hidden bids, the board, and past prices',
});

/** API token as the editor lists it, without the token itself. */
export type ApiToken = Static<typeof ApiToken>;
export const ApiToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scope: Scope,
  locations: LocationLimit,
  createdAt: Moment(),
  createdBy: Type.String(),
  usedAt: OrNull(Moment(), "The last use, to the minute; null if it hasn't been used."),
  expiresAt: Moment(),
});

export const ApiTokens = Type.Array(ApiToken);

export type ApiTokenRequest = Static<typeof ApiTokenRequest>;
export const ApiTokenRequest = Type.Object({
  name: Type.String({
    maxLength: API_TOKEN_NAME_LENGTH,
    pattern: '^[^\\s\\u0000]([^\\u0000\\n]*[^\\s\\u0000])?$',
    description: `a program name of 1 to ${API_TOKEN_NAME_LENGTH} characters, with no space at the start or end`,
  }),
  scope: Type.Optional(Scope),
  locations: Type.Optional(LocationLimit),
  days: Type.Optional(Type.Enum(API_TOKEN_DAYS, { description: 'a number of days: 30, 90, 180, or 365' })),
});

/** Response to creating a token; the only response that contains the token itself. */
export type NewApiToken = Static<typeof NewApiToken>;
export const NewApiToken = Type.Object({
  ...ApiToken.properties,
  token: Type.String({ description: 'Shown once. Stored only as a hash.' }),
});
