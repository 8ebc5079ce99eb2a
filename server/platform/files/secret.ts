import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';

const SECRET_BYTES = 32;

/** Reads a secret of this installation, and creates it if it is missing. Throws StartError if the file is malformed or unreadable. */
export function readSecret(path: string): Buffer {
  if (!existsSync(path)) createSecret(path);
  const secret = Buffer.from(readText(path).trim(), 'hex');
  if (secret.length !== SECRET_BYTES) {
    throw new StartError(`${path} is damaged. Delete it and start again. Scalehouse will create a new one.`);
  }
  return secret;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`Can't read ${path} (${code}). Change its owner to the user that runs the website.`);
  }
}

/** Writes the whole file before linking it to its name, so that concurrent starts use the same secret. */
function createSecret(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, randomBytes(SECRET_BYTES).toString('hex'), {
    flag: 'wx',
    mode: 0o600,
    flush: true,
  });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
}
