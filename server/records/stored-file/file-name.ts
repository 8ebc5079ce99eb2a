import { randomBytes } from 'node:crypto';

const SLUG_MAX_LENGTH = 60;
/** Length of the random part of a name, enough that names never collide. */
const RANDOM_BYTES = 8;

export const randomName = (): string => randomBytes(RANDOM_BYTES).toString('hex');

/** Returns a file name without its extension, in lower-case letters, digits, and hyphens, or else `fallback`. */
export function slugOf(fileName: string, fallback: string): string {
  const slug = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    // Keep the base letters of accented characters.
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  return slug || fallback;
}
