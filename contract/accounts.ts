import { Type, type Static } from 'typebox';
import { NO_NUL } from './text.ts';

export const USERNAME_MAX_LENGTH = 100;

/** True for a new name: what is invisible, such as control characters, or stands at the ends would only mislead. */
export function isUsername(text: string): boolean {
  const isVisible = !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
  return isVisible && text !== '' && text.length <= USERNAME_MAX_LENGTH && text.trim() === text;
}

/** For new passwords only: one that is in use is never refused for its length. In UTF-16 units. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

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
