import { IMAGE_FORMATS } from './image-formats.ts';

/** Error message for a file of another format. */
export const FORMAT_NOT_ACCEPTED = "We can't use this file type. Use JPEG, PNG, WebP, AVIF, GIF, or HEIC.";

export type ImageExtension = (typeof IMAGE_FORMATS)[keyof typeof IMAGE_FORMATS];

/** Returns the file extension for an image type, or else for a file name. Returns undefined for other formats. */
export function imageExtension(fileName: string, contentType = ''): ImageExtension | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(IMAGE_FORMATS, type)) return IMAGE_FORMATS[type as keyof typeof IMAGE_FORMATS];
  if (type.startsWith('image/')) return undefined;
  return EXTENSIONS.get(/\.([^.]*)$/.exec(fileName.toLowerCase())?.[1] ?? '');
}

const EXTENSIONS: ReadonlyMap<string, ImageExtension> = new Map<string, ImageExtension>([
  ...Object.values(IMAGE_FORMATS).map((extension) => [extension, extension] as const),
  // Browsers do not know the media type of every file.
  ...(['jpeg', 'jpe', 'jfif', 'heic', 'heif', 'hif'] as const).map(
    (extension) => [extension, 'jpg'] as const,
  ),
]);

/** Value for `<input accept>`. Lists the HEIC extensions, because browsers do not know those media types. */
export const IMAGE_FILE_TYPES = [...Object.keys(IMAGE_FORMATS), '.heic', '.heif'].join(',');
