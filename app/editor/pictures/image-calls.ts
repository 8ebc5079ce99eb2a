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
import { call, UNREACHABLE, type CallResult } from '#app/editor/editor-calls.ts';
import { putFile, type Sending } from './put-file.ts';

/** Timeouts in milliseconds, for uploads over slow connections and for the server's image queue. */
const WAIT_MS = { upload: 10 * 60_000, save: 2 * 60_000 } as const;

export const imageCalls = {
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

  putFile: (uploadUrl: string, file: File, sending: Sending) =>
    putFile(uploadUrl, { file, contentType: contentTypeOf(file), waitMs: WAIT_MS.upload }, sending),

  saveImage: (save: ImageSave) =>
    call<Partial<SavedImage> | null>(API.saveImage, { body: save, waitMs: WAIT_MS.save }),

  describeImage: (texts: ImageTexts, basedOn: number) =>
    call<SavedImage>(API.describeImage, { body: texts, basedOn }),

  focusImage: (focus: ImageFocus, basedOn: number) =>
    call<SavedImage>(API.focusImage, { body: focus, basedOn, waitMs: WAIT_MS.save }),

  replaceImage: (replacement: ImageReplacement, basedOn: number) =>
    call<SavedImage>(API.replaceImage, { body: replacement, basedOn, waitMs: WAIT_MS.save }),

  orderImages: (order: ImageOrder, basedOn: number) =>
    call<{ content: Images; version: number; changed: boolean }>(API.orderImages, { body: order, basedOn }),

  deleteImage: (imageId: string) =>
    call<unknown>(`${API.deleteImage}/${encodeURIComponent(imageId)}`, { method: 'DELETE' }),

  bringBackImage: (imageId: string) => call<SavedImage>(API.bringBackImage, { body: { imageId } }),
};

async function listOf<Item>(path: string): Promise<CallResult<Item[]>> {
  const result = await call<Item[]>(path);
  if (result.outcome !== 'done' || Array.isArray(result.answer)) return result;
  return UNREACHABLE;
}

/** Browsers leave `type` empty for unknown file types. */
const contentTypeOf = (file: File): string => file.type || 'application/octet-stream';
