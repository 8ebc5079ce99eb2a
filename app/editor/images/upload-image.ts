import type { ShownImage } from '#contract/images.ts';
import type { CallResult, Failure } from '#app/editor/admin-api.ts';
import type { imageApi } from './image-api.ts';
import { uploadProblem } from './image-file.ts';
import { imageIdIn } from './image-name.ts';
import { CANCELED, type Sending } from './put-file.ts';

/** An uploaded file whose registration may have failed. Registering it again is idempotent. */
export type Arrived = { file: File; imageId: string; imageUrl: string };

export type UploadFailure = {
  outcome: 'failed';
  reason: string;
  isSignedOut: boolean;
  arrived?: Arrived;
};

export type UploadOutcome =
  | { outcome: 'done'; image: ShownImage; version: number }
  | { outcome: 'cancelled' }
  | UploadFailure;

type UploadApi = Pick<typeof imageApi, 'signUpload' | 'putFile'>;
type Calls = UploadApi & Pick<typeof imageApi, 'saveImage'>;

/** A file to upload and its metadata. `arrived` is the upload left by an earlier attempt. */
export type NewImage = {
  file: File;
  name: string;
  type: number;
  altText?: string;
  arrived?: Arrived | undefined;
};

/** Uploads a file and registers it as an image. Never throws. */
export function uploadImage(
  { file, name, type, altText, arrived }: NewImage,
  calls: Calls,
  sending: Sending = {},
): Promise<UploadOutcome> {
  return sendAndSave({ file, arrived }, { calls, sending }, async ({ imageId, imageUrl }) => {
    const image = { imageId, imageUrl, imageName: name, imageType: type };
    const result = await calls.saveImage({ ...image, ...(altText && { altText }) });
    if (result.outcome !== 'done') return result;
    const { content = image, version = result.version } = result.body ?? {};
    return { outcome: 'done', body: content, version };
  });
}

/** Uploads a file and replaces an image's file with it. Never throws. */
export function replaceImage(
  {
    file,
    arrived,
    imageId,
    baseVersion,
  }: Pick<NewImage, 'file' | 'arrived'> & { imageId: string; baseVersion: number },
  calls: UploadApi & Pick<typeof imageApi, 'replaceImage'>,
  sending: Sending = {},
): Promise<UploadOutcome> {
  return sendAndSave({ file, arrived }, { calls, sending }, async ({ imageUrl }) => {
    const result = await calls.replaceImage({ imageId, imageUrl }, baseVersion);
    if (result.outcome !== 'done') return result;
    const { content, version } = result.body;
    return { outcome: 'done', body: content, version };
  });
}

async function sendAndSave(
  { file, arrived }: Pick<NewImage, 'file' | 'arrived'>,
  { calls, sending }: { calls: UploadApi; sending: Sending },
  keep: (arrived: Arrived) => Promise<CallResult<ShownImage>>,
): Promise<UploadOutcome> {
  const reason = uploadProblem(file);
  if (reason) return failed({ outcome: 'rejected', reason });
  // Reuse the earlier upload only for the same file.
  const known = arrived?.file === file ? arrived : await sendFile(file, calls, sending);
  if ('outcome' in known) return known;
  sending.onProgress?.(1);
  const result = await keep(known);
  if (result.outcome === 'done') {
    return { outcome: 'done', image: result.body, version: result.version };
  }
  return failed(result, mayBeRepeated(result) ? known : undefined);
}

async function sendFile(file: File, calls: UploadApi, sending: Sending): Promise<Arrived | UploadOutcome> {
  const signed = await calls.signUpload(file);
  if (signed.outcome !== 'done') return failed(signed);
  const { uploadUrl, fileUrl } = signed.body ?? {};
  const imageId = imageIdIn(fileUrl);
  if (!imageId || typeof uploadUrl !== 'string') return failed(NOT_UNDERSTOOD);
  const put = await calls.putFile(uploadUrl, file, sending);
  if (put === CANCELED) return { outcome: 'cancelled' };
  return put.outcome === 'done' ? { file, imageId, imageUrl: fileUrl } : failed(put);
}

/** Returns true unless the server rejected the image. After a 5xx or no response, it may already be registered. */
const mayBeRepeated = (failure: Failure): boolean =>
  failure.outcome !== 'rejected' || (failure.status ?? 0) >= 500;

const failed = (failure: Pick<Failure, 'outcome' | 'reason'>, arrived?: Arrived): UploadFailure => ({
  outcome: 'failed',
  reason: failure.reason,
  isSignedOut: failure.outcome === 'signed-out',
  ...(arrived && { arrived }),
});

const NOT_UNDERSTOOD = {
  outcome: 'rejected',
  reason: "The upload couldn't start. Try again in a minute.",
} as const;
