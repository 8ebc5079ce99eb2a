import { Type, type Static } from 'typebox';
import { PASSWORD_LENGTH, USERNAME_MAX_LENGTH } from './account-limits.ts';
import { LocationLimit } from './locations.ts';
import { ROLES } from './rights.ts';
import { Moment, OrNull } from './schemas.ts';
import { NO_NUL } from './text.ts';

/** Hours for which a link to create an account or to set a password works. */
export const LINK_HOURS = 48;

/** Our choice: links that have not been used. */
export const LINKS_MAX = 50;

export const EMAIL_MAX_LENGTH = 200;
/** One address, without the characters that separate several. */
export const EMAIL = /^[^\s@<>(),;:"[\]\\]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
const Email = OrNull(
  Type.String({ maxLength: EMAIL_MAX_LENGTH, pattern: EMAIL.source, description: 'an email address' }),
  'Where a link to a new password is sent; null for none.',
);

export type EmailChange = Static<typeof EmailChange>;
export const EmailChange = Type.Object({ email: Email });

const Role = Type.Enum(ROLES, { description: ROLES.join(', ') });
const LastDay = OrNull(
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, such as 2026-11-30' }),
  'The last day of the account, in the time zone of the cooperative; null for no end.',
);

/** Rights of a person. Owners have no limits. */
export type PersonRights = Static<typeof PersonRights>;
export const PersonRights = Type.Object(
  { role: Role, locations: LocationLimit, lastDay: LastDay },
  { additionalProperties: false },
);

/** What to change of a person. What is left out stays. */
export type PersonChange = Static<typeof PersonChange>;
export const PersonChange = Type.Partial(
  Type.Object(
    { ...PersonRights.properties, ...EmailChange.properties, isDisabled: Type.Boolean() },
    { additionalProperties: false },
  ),
);

export type Person = Static<typeof Person>;
export const Person = Type.Object({
  id: Type.String(),
  username: Type.String(),
  ...PersonRights.properties,
  email: Email,
  isDisabled: Type.Boolean(),
  hasSecondFactor: Type.Boolean({ description: 'Whether a passkey or an app on a phone is set up.' }),
  createdAt: Moment(),
  seenAt: OrNull(Moment(), 'The last activity of a session that has not ended.'),
});

/** Link that has not been used, without its token. */
export type PersonLink = Static<typeof PersonLink>;
export const PersonLink = Type.Object({
  id: Type.String(),
  username: OrNull(Type.String(), 'Whose password it sets; null for an invitation.'),
  ...PersonRights.properties,
  createdBy: Type.String(),
  expiresAt: Moment(),
});

export type People = Static<typeof People>;
export const People = Type.Object({ people: Type.Array(Person), links: Type.Array(PersonLink) });

export type NewPersonLink = Static<typeof NewPersonLink>;
export const NewPersonLink = Type.Object({
  token: Type.String({ description: 'Shown once. Stored only as a hash. Follows # in the link.' }),
  expiresAt: Moment(),
});

const Token = Type.String({ maxLength: 100, pattern: NO_NUL });

export const LinkToken = Type.Object({ token: Token });

/** What a link is for. */
export type LinkPurpose = Static<typeof LinkPurpose>;
export const LinkPurpose = Type.Object({
  username: OrNull(Type.String(), 'Whose password it sets; null for an invitation.'),
  role: Role,
});

export type LinkUse = Static<typeof LinkUse>;
export const LinkUse = Type.Object({
  token: Token,
  username: Type.Optional(
    Type.String({
      maxLength: USERNAME_MAX_LENGTH,
      pattern: NO_NUL,
      description: 'the name for a new account',
    }),
  ),
  password: Type.String({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max }),
});
