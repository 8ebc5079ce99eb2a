import { Type, type Static } from 'typebox';
import { Moment, OrNull } from './schemas.ts';
import { PASSWORD_LENGTH } from './account-limits.ts';
import { ROLES } from './rights.ts';
import { NO_NUL } from './text.ts';

/** Password to verify. May be longer than `PASSWORD_LENGTH.max`: such a password is wrong, not malformed. */
export const TypedPassword = Type.String({ minLength: 1, maxLength: 1000 });

export type SignIn = Static<typeof SignIn>;
export const SignIn = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 1000, pattern: NO_NUL }),
  password: TypedPassword,
});

export type PasswordChange = Static<typeof PasswordChange>;
export const PasswordChange = Type.Object({
  currentPassword: TypedPassword,
  newPassword: Type.String({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max }),
  endTokens: Type.Optional(
    Type.Boolean({ description: 'True to also delete the API tokens that the administrator has created.' }),
  ),
});

export type CurrentAdmin = Static<typeof CurrentAdmin>;
export const CurrentAdmin = Type.Object({
  id: Type.String({ description: 'Stays the same when the name changes.' }),
  username: Type.String(),
  role: Type.Enum(ROLES),
  locations: OrNull(
    Type.Array(Type.String()),
    'IDs of the only locations that the administrator may change, or null for all.',
  ),
  email: Type.Optional(Type.String({ description: 'Where a link to a new password is sent.' })),
  newSessions: Type.Optional(
    Type.Integer({ description: 'The number of sessions in browsers that had not signed in before.' }),
  ),
  passwordExpiresAt: Type.Optional(
    Moment('The end of a generated password. Not set for a password that the administrator chose.'),
  ),
});
