import { isUsername, PASSWORD_LENGTH, PASSWORD_RULE, USERNAME_RULE } from '#contract/account-limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ConflictError, ValidationError } from '#server/platform/errors.ts';
import { accountStores } from './account-stores.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Throws ValidationError if `username` is malformed, and ConflictError if it is taken, ignoring case. */
export async function checkNewUsername(database: Database, username: string): Promise<void> {
  if (!isUsername(username)) {
    throw new ValidationError('bad-username', `Use ${USERNAME_RULE}.`, '/username');
  }
  const taken = await database.read((db) => accountStores(db).admins.find(username));
  if (taken) throw usernameTaken(taken.username);
}

export const usernameTaken = (username: string) =>
  new ConflictError(
    'username-taken',
    `An administrator named ${username} already exists. Choose another name.`,
    { path: '/username' },
  );

/** Throws ValidationError if the password has the wrong length or is a common password. */
export async function checkNewPassword(password: string, path = '/password'): Promise<void> {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min || password.length > max) {
    throw new ValidationError('password-length', `Use ${PASSWORD_RULE}.`, path);
  }
  if (await isCommonPassword(password)) {
    throw new ValidationError(
      'common-password',
      'That password is too common. Choose a different one.',
      path,
    );
  }
}
