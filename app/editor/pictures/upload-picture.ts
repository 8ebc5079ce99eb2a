import type { ShownImage } from '#contract/images.ts';
import type { CallResult, Failure } from '#app/editor/editor-calls.ts';
import type { imageCalls } from './image-calls.ts';
import { whyNotTaken } from './picture-file.ts';
import { imageIdIn } from './picture-name.ts';
import { CANCELLED, type Sending } from './put-file.ts';

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

type SendCalls = Pick<typeof imageCalls, 'signUpload' | 'putFile'>;
type Calls = SendCalls & Pick<typeof imageCalls, 'saveImage'>;

/** A file to upload and its metadata. `arrived` is the upload left by an earlier attempt. */
export type NewPicture = {
  file: File;
  name: string;
  type: number;
  altText?: string;
  arrived?: Arrived | undefined;
};

/** Uploads a file and registers it as an image. Never throws. */
export function uploadPicture(
  { file, name, type, altText, arrived }: NewPicture,
  calls: Calls,
  sending: Sending = {},
): Promise<UploadOutcome> {
  return sendAndKeep({ file, arrived }, { calls, sending }, async ({ imageId, imageUrl }) => {
    const image = { imageId, imageUrl, imageName: name, imageType: type };
    const result = await calls.saveImage({ ...image, ...(altText && { altText }) });
    if (result.outcome !== 'done') return result;
    const { content = image, version = result.version } = result.answer ?? {};
    return { outcome: 'done', answer: content, version };
  });
}

/** Uploads a file and replaces an image's file with it. Never throws. */
export function replacePicture(
  {
    file,
    arrived,
    imageId,
    basedOn,
  }: Pick<NewPicture, 'file' | 'arrived'> & { imageId: string; basedOn: number },
  calls: SendCalls & Pick<typeof imageCalls, 'replaceImage'>,
  sending: Sending = {},
): Promise<UploadOutcome> {
  return sendAndKeep({ file, arrived }, { calls, sending }, async ({ imageUrl }) => {
    const result = await calls.replaceImage({ imageId, imageUrl }, basedOn);
    if (result.outcome !== 'done') return result;
    const { content, version } = result.answer;
    return { outcome: 'done', answer: content, version };
  });
}

async function sendAndKeep(
  { file, arrived }: Pick<NewPicture, 'file' | 'arrived'>,
  { calls, sending }: { calls: SendCalls; sending: Sending },
  keep: (arrived: Arrived) => Promise<CallResult<ShownImage>>,
): Promise<UploadOutcome> {
  const reason = whyNotTaken(file);
  if (reason) return failed({ outcome: 'refused', reason });
  // Reuse the earlier upload only for the same file.
  const known = arrived?.file === file ? arrived : await sendFile(file, calls, sending);
  if ('outcome' in known) return known;
  sending.onProgress?.(1);
  const result = await keep(known);
  if (result.outcome === 'done') {
    return { outcome: 'done', image: result.answer, version: result.version };
  }
  return failed(result, mayBeRepeated(result) ? known : undefined);
}

async function sendFile(file: File, calls: SendCalls, sending: Sending): Promise<Arrived | UploadOutcome> {
  const signed = await calls.signUpload(file);
  if (signed.outcome !== 'done') return failed(signed);
  const { uploadUrl, fileUrl } = signed.answer ?? {};
  const imageId = imageIdIn(fileUrl);
  if (!imageId || typeof uploadUrl !== 'string') return failed(NOT_UNDERSTOOD);
  const put = await calls.putFile(uploadUrl, file, sending);
  if (put === CANCELLED) return { outcome: 'cancelled' };
  return put.outcome === 'done' ? { file, imageId, imageUrl: fileUrl } : failed(put);
}

/** Returns true unless the server rejected the image. After a 5xx or no response, it may already be registered. */
const mayBeRepeated = (failure: Failure): boolean =>
  failure.outcome !== 'refused' || (failure.status ?? 0) >= 500;

const failed = (failure: Pick<Failure, 'outcome' | 'reason'>, arrived?: Arrived): UploadFailure => ({
  outcome: 'failed',
  reason: failure.reason,
  isSignedOut: failure.outcome === 'signed-out',
  ...(arrived && { arrived }),
});

const NOT_UNDERSTOOD = {
  outcome: 'refused',
  reason: "The upload couldn't start. Try again in a minute.",
} as const;
