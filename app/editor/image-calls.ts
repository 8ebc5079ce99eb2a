import type { Image, ImageSave, SavedImage, Upload } from '#contract/images.ts';
import { IMAGE_TYPE } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { call, toFailure, UNREACHABLE, type CallResult } from './editor-calls.ts';

/** A photograph over a slow line takes its time; so does making its versions, where others wait for theirs. */
const WAIT_MS = { upload: 10 * 60_000, save: 2 * 60_000 } as const;

/** The calls by which pictures come in and go. */
export const imageCalls = {
  async galleryImages(): Promise<CallResult<Image[]>> {
    const result = await call<Image[]>(`${API.images}/${IMAGE_TYPE.gallery}`);
    if (result.outcome !== 'done' || Array.isArray(result.answer)) return result;
    return UNREACHABLE;
  },

  signUpload(file: File) {
    const query = new URLSearchParams({
      fileName: file.name,
      contentType: contentTypeOf(file),
      size: String(file.size),
    });
    return call<Upload>(`${API.presignedUrl}?${query}`);
  },

  async putFile(uploadUrl: string, file: File): Promise<CallResult<undefined>> {
    try {
      const response = await fetch(uploadUrl, {
        method: 'PUT',
        headers: { 'content-type': contentTypeOf(file) },
        body: file,
        signal: AbortSignal.timeout(WAIT_MS.upload),
      });
      if (!response.ok) return await toFailure(response);
      return { outcome: 'done', answer: undefined, version: 0 };
    } catch {
      return UNREACHABLE;
    }
  },

  saveImage: (save: ImageSave) =>
    call<Partial<SavedImage> | null>(API.saveImage, { body: save, waitMs: WAIT_MS.save }),

  deleteImage: (imageId: string) =>
    call<unknown>(`${API.deleteImage}/${encodeURIComponent(imageId)}`, { method: 'DELETE' }),
};

/** Browsers do not know the type of every file. */
const contentTypeOf = (file: File): string => file.type || 'application/octet-stream';
