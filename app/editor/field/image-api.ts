import type { VersionId } from '#contract/content-version.ts';
import type {
  DeletedImage,
  Image,
  ImageFocus,
  ImageOrder,
  ImageReplacement,
  Images,
  ImageSave,
  ImageTexts,
  SavedImage,
  Upload,
} from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { Included } from '#contract/saved.ts';
import { call, UNREACHABLE, type CallResult } from '#app/editor/frame/admin-api.ts';
import { putFile, type UploadOptions } from './put-file.ts';
import { contentTypeOf } from './upload-file.ts';

/** Timeouts in milliseconds, for uploads over slow connections and for the server's image queue. */
const TIMEOUT_MS = { upload: 10 * 60_000, save: 2 * 60_000 } as const;

export const imageApi = {
  images: (type: number) => listOf<Image>(`${API.images}/${type}`),

  deletedImages: (type: number) => listOf<DeletedImage>(`${API.deletedImages}/${type}`),

  signUpload(file: File) {
    const query = new URLSearchParams({
      fileName: file.name,
      contentType: contentTypeOf(file),
      size: String(file.size),
    });
    return call<Upload>(`${API.presignedUrl}?${query}`);
  },

  putFile: (uploadUrl: string, file: File, options: UploadOptions) =>
    putFile(uploadUrl, { file, contentType: contentTypeOf(file), timeoutMs: TIMEOUT_MS.upload }, options),

  saveImage: (save: ImageSave) =>
    call<Partial<SavedImage> | null>(API.saveImage, { body: save, timeoutMs: TIMEOUT_MS.save }),

  describeImage: (texts: ImageTexts, baseVersion: VersionId) =>
    call<SavedImage>(API.describeImage, { body: texts, baseVersion }),

  focusImage: (focus: ImageFocus, baseVersion: VersionId) =>
    call<SavedImage>(API.focusImage, { body: focus, baseVersion, timeoutMs: TIMEOUT_MS.save }),

  replaceImage: (replacement: ImageReplacement, baseVersion: VersionId) =>
    call<SavedImage>(API.replaceImage, { body: replacement, baseVersion, timeoutMs: TIMEOUT_MS.save }),

  orderImages: (order: ImageOrder, baseVersion: VersionId) =>
    call<{ content: Images; changed: boolean; included?: Included[] }>(API.orderImages, {
      body: order,
      baseVersion,
    }),

  deleteImage: (imageId: string) =>
    call<unknown>(`${API.deleteImage}/${encodeURIComponent(imageId)}`, { method: 'DELETE' }),

  restoreImage: (imageId: string) => call<SavedImage>(API.bringBackImage, { body: { imageId } }),
};

async function listOf<Item>(path: string): Promise<CallResult<Item[]>> {
  const result = await call<Item[]>(path);
  if (result.outcome !== 'done' || Array.isArray(result.body)) return result;
  return UNREACHABLE;
}
