import { randomBytes } from 'node:crypto';
import { FORMAT_NOT_ACCEPTED, imageExtension } from '#contract/image-extension.ts';
import { ValidationError } from '#server/platform/errors.ts';

const SLUG_MAX_LENGTH = 60;
/** Length of the random part, enough that names never collide. */
const RANDOM_BYTES = 8;

/**
 * Returns a readable file name of letters, digits and hyphens that ends in `unique`. Throws ValidationError if it is not
 * an image.
 */
export function createUploadName(
  fileName: string,
  contentType?: string,
  unique = randomBytes(RANDOM_BYTES).toString('hex'),
): string {
  const extension = imageExtension(fileName, contentType);
  if (!extension) throw unsupportedFormat();
  return `${slugOf(fileName)}-${unique}.${extension}`;
}

function slugOf(fileName: string): string {
  const slug = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    // Keep the base letters of accented characters.
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  return slug || 'picture';
}

const unsupportedFormat = () => new ValidationError('not-a-picture', FORMAT_NOT_ACCEPTED, '/fileName');
