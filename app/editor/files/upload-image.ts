import { FORMAT_NOT_ACCEPTED, imageExtension } from '#contract/image-extension.ts';
import { UPLOAD_EMPTY, UPLOAD_MAX_BYTES, UPLOAD_TOO_LARGE, type ShownImage } from '#contract/images.ts';
import type { UploadOptions } from './file-requests.ts';
import type { imageApi } from './image-api.ts';
import { uploadFile, type FileToUpload, type UploadOutcome } from './upload-file.ts';

/** Returns why the server would reject the file, or undefined. Checks only facts known before the upload. */
export function rejectionReason({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (size > UPLOAD_MAX_BYTES) return UPLOAD_TOO_LARGE;
  if (size === 0) return UPLOAD_EMPTY;
  return imageExtension(name, type) ? undefined : FORMAT_NOT_ACCEPTED;
}

/** Returns the id in the URL of an image, or undefined for any other value. */
function imageIdIn(fileUrl: unknown): string | undefined {
  if (typeof fileUrl !== 'string') return undefined;
  const path = URL.parse(fileUrl, 'http://site')?.pathname ?? '';
  return /\/([A-Za-z0-9_-]{1,100})\.[A-Za-z0-9]+$/.exec(path)?.[1];
}

export const IMAGE_RULES = {
  reasonAgainst: rejectionReason,
  isFileUrl: (fileUrl: unknown) => imageIdIn(fileUrl) !== undefined,
};

/** A file to upload and its metadata. */
type NewImage = FileToUpload & { name: string; type: number; altText?: string };

/** Uploads a file and registers it as an image. Never throws. */
export function uploadImage(
  { name, type, altText, ...file }: NewImage,
  api: Pick<typeof imageApi, 'signUpload' | 'putFile' | 'saveImage'>,
  options: UploadOptions = {},
): Promise<UploadOutcome<ShownImage>> {
  return uploadFile(file, { ...IMAGE_RULES, api }, options, async (imageUrl) => {
    const image = { imageId: imageIdIn(imageUrl) ?? '', imageUrl, imageName: name, imageType: type };
    const result = await api.saveImage({ ...image, ...(altText && { altText }) });
    if (result.outcome !== 'done') return result;
    return { ...result, body: result.body?.content ?? image };
  });
}
