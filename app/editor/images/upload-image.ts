import type { ShownImage } from '#contract/images.ts';
import type { CallResult, Failure } from '#app/editor/frame/admin-api.ts';
import type { imageApi } from './image-api.ts';
import { rejectionReason } from './image-file.ts';
import { imageIdIn } from './image-name.ts';
import { CANCELED, type UploadOptions } from './put-file.ts';

/** An uploaded file whose registration may have failed. Registering it again is idempotent. */
export type UploadedFile = { file: File; imageId: string; imageUrl: string };

export type UploadFailure = {
  outcome: 'failed';
  reason: string;
  isSignedOut: boolean;
  uploaded?: UploadedFile;
};

export type UploadOutcome =
  | { outcome: 'done'; image: ShownImage; version: number }
  | { outcome: 'cancelled' }
  | UploadFailure;

type UploadApi = Pick<typeof imageApi, 'signUpload' | 'putFile'>;
type ImageApi = UploadApi & Pick<typeof imageApi, 'saveImage'>;

/** A file to upload and its metadata. `uploaded` is the upload left by an earlier attempt. */
export type NewImage = {
  file: File;
  name: string;
  type: number;
  altText?: string;
  uploaded?: UploadedFile | undefined;
};

/** Uploads a file and registers it as an image. Never throws. */
export function uploadImage(
  { file, name, type, altText, uploaded }: NewImage,
  api: ImageApi,
  options: UploadOptions = {},
): Promise<UploadOutcome> {
  return uploadAndRegister({ file, uploaded }, { api, options }, async ({ imageId, imageUrl }) => {
    const image = { imageId, imageUrl, imageName: name, imageType: type };
    const result = await api.saveImage({ ...image, ...(altText && { altText }) });
    if (result.outcome !== 'done') return result;
    const { content = image, version = result.version } = result.body ?? {};
    return { outcome: 'done', body: content, version };
  });
}

/** Uploads a file and replaces an image's file with it. Never throws. */
export function replaceImage(
  {
    file,
    uploaded,
    imageId,
    baseVersion,
  }: Pick<NewImage, 'file' | 'uploaded'> & { imageId: string; baseVersion: number },
  api: UploadApi & Pick<typeof imageApi, 'replaceImage'>,
  options: UploadOptions = {},
): Promise<UploadOutcome> {
  return uploadAndRegister({ file, uploaded }, { api, options }, async ({ imageUrl }) => {
    const result = await api.replaceImage({ imageId, imageUrl }, baseVersion);
    if (result.outcome !== 'done') return result;
    const { content, version } = result.body;
    return { outcome: 'done', body: content, version };
  });
}

async function uploadAndRegister(
  { file, uploaded }: Pick<NewImage, 'file' | 'uploaded'>,
  { api, options }: { api: UploadApi; options: UploadOptions },
  register: (uploaded: UploadedFile) => Promise<CallResult<ShownImage>>,
): Promise<UploadOutcome> {
  const reason = rejectionReason(file);
  if (reason) return failed({ outcome: 'rejected', reason });
  // Reuse the earlier upload only for the same file.
  const uploadedFile = uploaded?.file === file ? uploaded : await uploadFile(file, api, options);
  if ('outcome' in uploadedFile) return uploadedFile;
  options.onProgress?.(1);
  const result = await register(uploadedFile);
  if (result.outcome === 'done') {
    return { outcome: 'done', image: result.body, version: result.version };
  }
  return failed(result, isRetryable(result) ? uploadedFile : undefined);
}

async function uploadFile(
  file: File,
  api: UploadApi,
  options: UploadOptions,
): Promise<UploadedFile | UploadOutcome> {
  const signed = await api.signUpload(file);
  if (signed.outcome !== 'done') return failed(signed);
  const { uploadUrl, fileUrl } = signed.body ?? {};
  const imageId = imageIdIn(fileUrl);
  if (!imageId || typeof uploadUrl !== 'string') return failed(UPLOAD_NOT_STARTED);
  const put = await api.putFile(uploadUrl, file, options);
  if (put === CANCELED) return { outcome: 'cancelled' };
  return put.outcome === 'done' ? { file, imageId, imageUrl: fileUrl } : failed(put);
}

/** Returns true unless the server rejected the image. After a 5xx or no response, it may already be registered. */
const isRetryable = (failure: Failure): boolean =>
  failure.outcome !== 'rejected' || (failure.status ?? 0) >= 500;

const failed = (failure: Pick<Failure, 'outcome' | 'reason'>, uploaded?: UploadedFile): UploadFailure => ({
  outcome: 'failed',
  reason: failure.reason,
  isSignedOut: failure.outcome === 'signed-out',
  ...(uploaded && { uploaded }),
});

const UPLOAD_NOT_STARTED = {
  outcome: 'rejected',
  reason: "The upload couldn't start. Try again in a minute.",
} as const;
