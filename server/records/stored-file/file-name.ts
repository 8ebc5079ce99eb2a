import { randomBytes } from 'node:crypto';
import { toSlug } from '#contract/text.ts';

const SLUG_MAX_LENGTH = 60;
/** Length of the random part of a name, enough that names never collide. */
const RANDOM_BYTES = 8;

export const randomName = (): string => randomBytes(RANDOM_BYTES).toString('hex');

/** Returns a file name without its extension, in lower-case letters, digits, and hyphens, or else `fallback`. */
export const slugOf = (fileName: string, fallback: string): string =>
  toSlug(fileName.replace(/\.[^.]*$/, ''), SLUG_MAX_LENGTH) || fallback;
