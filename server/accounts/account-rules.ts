import { isUsername, PASSWORD_LENGTH, PASSWORD_RULE, USERNAME_RULE } from '#contract/account-limits.ts';
import type { Database } from '#server/database/database.ts';
import { HttpError } from '#server/errors.ts';
import { createStores } from '#server/stores.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Throws 400 if `username` is malformed, and 409 if it is taken, ignoring case. */
export async function checkNewUsername(database: Database, username: string): Promise<void> {
  if (!isUsername(username)) {
    throw new HttpError(400, 'bad-username', `Use ${USERNAME_RULE}.`, { field: 'body/username' });
  }
  const taken = await database.read((db) => createStores(db).admins.find(username));
  if (taken) throw usernameTaken(taken.username);
}

export const usernameTaken = (username: string) =>
  new HttpError(
    409,
    'username-taken',
    `An administrator named ${username} already exists. Choose another name.`,
    {
      field: 'body/username',
    },
  );

/** Throws 400 if the password has the wrong length or is a common password. */
export async function checkNewPassword(password: string, field = 'body/password'): Promise<void> {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min || password.length > max) {
    throw new HttpError(400, 'password-length', `Use ${PASSWORD_RULE}.`, { field });
  }
  if (await isCommonPassword(password)) {
    throw new HttpError(400, 'common-password', 'That password is too common. Choose a different one.', {
      field,
    });
  }
}
