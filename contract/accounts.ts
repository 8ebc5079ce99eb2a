import { Type, type Static } from 'typebox';
import { PASSWORD_LENGTH } from './account-limits.ts';
import { NO_NUL } from './text.ts';

/** What is typed may be longer than any password that can be set; it is simply wrong then. */
const TypedPassword = Type.String({ minLength: 1, maxLength: 1000 });

export type SignIn = Static<typeof SignIn>;
export const SignIn = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 1000, pattern: NO_NUL }),
  password: TypedPassword,
});

export type PasswordChange = Static<typeof PasswordChange>;
export const PasswordChange = Type.Object({
  currentPassword: TypedPassword,
  newPassword: Type.String({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max }),
});

/** Who is signed in. */
export type SignedIn = Static<typeof SignedIn>;
export const SignedIn = Type.Object({
  id: Type.String({ description: 'Stays the same when the name changes.' }),
  username: Type.String(),
});
