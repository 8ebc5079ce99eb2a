import { UPLOAD_EMPTY, UPLOAD_MAX_BYTES, UPLOAD_TOO_LARGE } from '#contract/images.ts';
import { FORMAT_NOT_ACCEPTED, imageExtension } from '#contract/image-extension.ts';

/** Returns why the server would reject the file, or undefined. Checks only facts known before the upload. */
export function rejectionReason({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (size > UPLOAD_MAX_BYTES) return UPLOAD_TOO_LARGE;
  if (size === 0) return UPLOAD_EMPTY;
  if (!imageExtension(name, type)) return FORMAT_NOT_ACCEPTED;
  return undefined;
}

/** Returns the id in the URL of an image, or undefined for any other value. */
export function imageIdIn(fileUrl: unknown): string | undefined {
  if (typeof fileUrl !== 'string') return undefined;
  const path = URL.parse(fileUrl, 'http://site')?.pathname ?? '';
  return /\/([A-Za-z0-9_-]{1,100})\.[A-Za-z0-9]+$/.exec(path)?.[1];
}
