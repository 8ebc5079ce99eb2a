import type { ShownImage } from '#contract/images.ts';
import type { UploadOptions } from './file-requests.ts';
import type { imageApi } from './image-api.ts';
import { imageIdIn, rejectionReason } from './image-file.ts';
import { uploadFile, type FileToUpload, type UploadOutcome } from './upload-file.ts';

/** A file to upload and its metadata. */
export type NewImage = FileToUpload & { name: string; type: number; altText?: string };

export const IMAGE_RULES = {
  reasonAgainst: rejectionReason,
  isFileUrl: (fileUrl: unknown) => imageIdIn(fileUrl) !== undefined,
};

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
