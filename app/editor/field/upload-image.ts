import type { VersionId } from '#contract/content-version.ts';
import type { ShownImage } from '#contract/images.ts';
import type { UploadOptions } from './put-file.ts';
import { uploadFile, type FileToUpload, type UploadApi, type UploadOutcome } from './upload-file.ts';
import type { imageApi } from './image-api.ts';
import { rejectionReason } from './image-file.ts';
import { imageIdIn } from './image-name.ts';

/** A file to upload and its metadata. */
export type NewImage = FileToUpload & { name: string; type: number; altText?: string };

/** Uploads a file and registers it as an image. Never throws. */
export function uploadImage(
  { name, type, altText, ...file }: NewImage,
  api: UploadApi & Pick<typeof imageApi, 'saveImage'>,
  options: UploadOptions = {},
): Promise<UploadOutcome<ShownImage>> {
  return uploadFile(file, { ...RULES, api, options }, async (imageUrl) => {
    const image = { imageId: imageIdIn(imageUrl) ?? '', imageUrl, imageName: name, imageType: type };
    const result = await api.saveImage({ ...image, ...(altText && { altText }) });
    if (result.outcome !== 'done') return result;
    return { ...result, body: result.body?.content ?? image };
  });
}

/** Uploads a file and replaces an image's file with it. Never throws. */
export function replaceImage(
  { imageId, baseVersion, ...file }: FileToUpload & { imageId: string; baseVersion: VersionId },
  api: UploadApi & Pick<typeof imageApi, 'replaceImage'>,
  options: UploadOptions = {},
): Promise<UploadOutcome<ShownImage>> {
  return uploadFile(file, { ...RULES, api, options }, async (imageUrl) => {
    const result = await api.replaceImage({ imageId, imageUrl }, baseVersion);
    if (result.outcome !== 'done') return result;
    return { ...result, body: result.body.content };
  });
}

const RULES = {
  reasonAgainst: rejectionReason,
  isFileUrl: (fileUrl: unknown) => imageIdIn(fileUrl) !== undefined,
};
