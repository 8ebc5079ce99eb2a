import { UPLOAD_MAX_BYTES } from '#contract/images.ts';
import { pictureEnding } from '#contract/picture-ending.ts';

/** Returns why the server would reject a file, as far as the browser can check before upload, or undefined. */
export function whyNotTaken({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (size > UPLOAD_MAX_BYTES) {
    return `The picture is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} megabytes.`;
  }
  if (size === 0) return 'The file is empty.';
  if (!pictureEnding(name, type)) {
    return 'This is not a picture of a kind that is taken here: JPEG, PNG, WebP, AVIF, GIF or HEIC.';
  }
  return undefined;
}

export function filesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
