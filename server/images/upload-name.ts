import { randomBytes } from 'node:crypto';
import { IMAGE_FORMATS } from '#contract/images.ts';
import { HttpError } from '#server/errors.ts';
import { endingOf, type Ending } from './image-files.ts';

const SLUG_MAX_LENGTH = 60;
/** Enough that no two names are ever the same. */
const RANDOM_BYTES = 8;

/**
 * A file name that nothing else has, made of any other: readable where that was, and of letters, digits and hyphens
 * only. Throws 400 for a file that is none of a picture, as far as its name and type tell.
 */
export function makeUploadName(fileName: string, contentType?: string): string {
  const ending = findEnding(fileName, contentType);
  if (!ending) throw isHeic(fileName, contentType) ? heicRefused() : formatRefused();
  return `${slugOf(fileName)}-${randomBytes(RANDOM_BYTES).toString('hex')}.${ending}`;
}

/** The ending that goes with the type, where it is one of a picture; else with the name. */
function findEnding(fileName: string, contentType = ''): Ending | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(IMAGE_FORMATS, type)) return IMAGE_FORMATS[type as keyof typeof IMAGE_FORMATS];
  if (type.startsWith('image/')) return undefined;
  return ENDINGS.get(endingOf(fileName.toLowerCase()));
}

const ENDINGS: ReadonlyMap<string, Ending> = new Map([
  ...Object.values(IMAGE_FORMATS).map((ending) => [ending, ending] as const),
  ['jpeg', 'jpg'],
  ['jpe', 'jpg'],
  ['jfif', 'jpg'],
]);

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

const isHeic = (fileName: string, contentType = '') =>
  /\.hei[cf]s?$/i.test(fileName) || /^image\/hei[cf]/i.test(contentType);

const refused = (detail: string) =>
  new HttpError(400, 'not-a-picture', detail, { field: 'querystring/fileName' });

const formatRefused = () =>
  refused('This is not a picture of a kind that is taken here: JPEG, PNG, WebP, AVIF or GIF.');

const heicRefused = () =>
  refused('HEIC pictures are not taken here. Please send the picture as JPEG, which the phone can do.');
