import type { ShownImage } from '#contract/images.ts';
import type { CallResult, Failure } from '#app/editor/editor-calls.ts';
import type { imageCalls } from './image-calls.ts';
import { whyNotTaken } from './picture-file.ts';
import { imageIdIn } from './picture-name.ts';
import { CANCELLED, type Sending } from './put-file.ts';

/** A file that has arrived and may or may not be registered: its save can be repeated, and adds nothing twice. */
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

/** A file, and what is to be known of it. `arrived` is what an earlier try left. */
export type NewPicture = {
  file: File;
  name: string;
  type: number;
  altText?: string;
  arrived?: Arrived | undefined;
};

/** Uploads a file and registers it as a picture. Never throws. */
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

/** Uploads a file and puts it in the place of a picture. Never throws. */
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
  // Another file is another picture.
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

/** Without an answer, or with one that was none of the site's own, the picture may be there all the same. */
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
  reason: 'The server named no place for the picture.',
} as const;
