import { IMAGE_TYPE, type Image, type ImageSave, type SavedImage } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { call, type CallResult } from '#app/editor/shell/admin-api.ts';
import { listOf, SAVE_TIMEOUT_MS, uploadRequests } from './file-requests.ts';

/** Requests about images of the sections that show and upload them. */
export const imageApi = {
  ...uploadRequests(API.presignedUrl),
  images: (type: number) => listOf<Image>(`${API.images}/${type}`),
  saveImage: (save: ImageSave) =>
    call<Partial<SavedImage> | null>(API.saveImage, { body: save, timeoutMs: SAVE_TIMEOUT_MS }),
};

/** Loads the product images, which show only where they are chosen, and those of the gallery. */
export async function loadAllImages(): Promise<CallResult<Image[]>> {
  const [products, gallery] = await Promise.all([
    imageApi.images(IMAGE_TYPE.product),
    imageApi.images(IMAGE_TYPE.gallery),
  ]);
  if (products.outcome !== 'done') return products;
  return gallery.outcome === 'done' ? { ...gallery, body: [...products.body, ...gallery.body] } : gallery;
}
