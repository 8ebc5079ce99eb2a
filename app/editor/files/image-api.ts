import type { Image, ImageSave, SavedImage } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { call } from '#app/editor/shell/admin-api.ts';
import { listOf, SAVE_TIMEOUT_MS, uploadRequests } from './file-requests.ts';

/** Requests about images of the sections that show and upload them. */
export const imageApi = {
  ...uploadRequests(API.presignedUrl),
  images: (type: number) => listOf<Image>(`${API.images}/${type}`),
  saveImage: (save: ImageSave) =>
    call<Partial<SavedImage> | null>(API.saveImage, { body: save, timeoutMs: SAVE_TIMEOUT_MS }),
};
