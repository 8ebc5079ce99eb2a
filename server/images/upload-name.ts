import { randomBytes } from 'node:crypto';
import { pictureEnding } from '#contract/picture-ending.ts';
import { HttpError } from '#server/errors.ts';

const SLUG_MAX_LENGTH = 60;
/** Enough that no two names are ever the same. */
const RANDOM_BYTES = 8;

/**
 * A file name that nothing else has, made of any other: readable where that was, and of letters, digits and hyphens
 * only. Throws 400 for a file that is none of a picture, as far as its name and type tell.
 */
export function makeUploadName(fileName: string, contentType?: string): string {
  const ending = pictureEnding(fileName, contentType);
  if (!ending) throw formatRefused();
  return `${slugOf(fileName)}-${randomBytes(RANDOM_BYTES).toString('hex')}.${ending}`;
}

function slugOf(fileName: string): string {
  const slug = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    // Letters keep their base when their marks go.
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  return slug || 'picture';
}

const formatRefused = () =>
  new HttpError(
    400,
    'not-a-picture',
    'This is not a picture of a kind that is taken here: JPEG, PNG, WebP, AVIF, GIF or HEIC.',
    { field: 'querystring/fileName' },
  );
