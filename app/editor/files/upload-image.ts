import { FORMAT_NOT_ACCEPTED, imageExtension } from '#contract/image-extension.ts';
import {
  IMAGE_TYPE,
  UPLOAD_EMPTY,
  UPLOAD_MAX_BYTES,
  UPLOAD_TOO_LARGE,
  type Image,
  type ImageSave,
  type SavedImage,
  type ShownImage,
} from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { call, callAll, callAs, type CallResult } from '#app/editor/shell/admin-api.ts';
import { readableName } from './readable-name.ts';
import {
  listOf,
  SAVE_TIMEOUT_MS,
  uploadFile,
  uploadRequests,
  type FileToUpload,
  type UploadOptions,
  type UploadOutcome,
  type UploadRules,
} from './upload-file.ts';

/** Requests about images of the sections that show and upload them. */
export const imageApi = {
  ...uploadRequests(API.presignedUrl),
  /** The product images include those that are in no public list. */
  async images(type: number): Promise<CallResult<Image[]>> {
    const listed = await listOf<Image>(`${API.images}/${type}`);
    if (type !== IMAGE_TYPE.product || listed.outcome !== 'done') return listed;
    const unlisted = await listOf<Image>(API.unlistedImages);
    return unlisted.outcome === 'done' ? { ...listed, body: [...listed.body, ...unlisted.body] } : unlisted;
  },
  saveImage: (save: ImageSave) =>
    call<Partial<SavedImage> | null>(API.saveImage, { body: save, timeoutMs: SAVE_TIMEOUT_MS }),
};

/** Loads the product images, which show only where they are chosen, and those of the gallery. */
export const loadAllImages = (): Promise<CallResult<Image[]>> =>
  callAs(callAll([imageApi.images(IMAGE_TYPE.product), imageApi.images(IMAGE_TYPE.gallery)]), (lists) =>
    lists.flat(),
  );

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

export const IMAGE_RULES: UploadRules = {
  api: imageApi,
  reasonAgainst: rejectionReason,
  isFileUrl: (fileUrl) => imageIdIn(fileUrl) !== undefined,
};

/** A file to upload and its metadata. */
type NewImage = FileToUpload & Pick<ImageSave, 'altText' | 'audience'> & { name: string; type: number };

/** Uploads a file and registers it as an image. Never throws. */
export function uploadImage(
  { name, type, altText, audience, ...file }: NewImage,
  options: UploadOptions = {},
  api: Pick<typeof imageApi, 'signUpload' | 'putFile' | 'saveImage'> = imageApi,
): Promise<UploadOutcome<ShownImage>> {
  return uploadFile(file, { ...IMAGE_RULES, api }, options, (imageUrl) => {
    const image = { imageId: imageIdIn(imageUrl) ?? '', imageUrl, imageName: name, imageType: type };
    const request = api.saveImage({ ...image, ...(altText && { altText }), ...(audience && { audience }) });
    return callAs(request, (saved) => saved?.content ?? image);
  });
}

/** Uploads an image that shows only where it is chosen. */
export const uploadForPages = (file: FileToUpload, options: UploadOptions) =>
  uploadImage(
    { ...file, name: readableName(file.file.name) || 'Image', type: IMAGE_TYPE.product, audience: 'pages' },
    options,
  );
