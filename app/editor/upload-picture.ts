import { IMAGE_TYPE, UPLOAD_MAX_BYTES, type ShownImage } from '#contract/images.ts';
import type { Failure } from './editor-calls.ts';
import type { imageCalls } from './image-calls.ts';
import { imageIdIn } from './picture-name.ts';

/** A file that has arrived and may or may not be registered: its save can be repeated, and adds nothing twice. */
export type Arrived = { file: File; imageId: string; imageUrl: string };

export type UploadOutcome =
  | { outcome: 'done'; image: ShownImage }
  | { outcome: 'failed'; reason: string; isSignedOut: boolean; arrived?: Arrived };

type Calls = Pick<typeof imageCalls, 'signUpload' | 'putFile' | 'saveImage'>;

/** Uploads a file and registers it as a picture of the gallery; `arrived` is what an earlier try left. Never throws. */
export async function uploadPicture(
  { file, name, arrived }: { file: File; name: string; arrived?: Arrived | undefined },
  calls: Calls,
): Promise<UploadOutcome> {
  if (file.size > UPLOAD_MAX_BYTES) return failed(TOO_LARGE);
  // Another file is another picture.
  const known = arrived?.file === file ? arrived : await sendFile(file, calls);
  if ('outcome' in known) return known;

  const { imageId, imageUrl } = known;
  const image = { imageId, imageUrl, imageName: name, imageType: IMAGE_TYPE.gallery };
  const result = await calls.saveImage(image);
  if (result.outcome === 'done') return { outcome: 'done', image: result.answer?.content ?? image };
  return failed(result, mayBeRepeated(result) ? known : undefined);
}

async function sendFile(file: File, calls: Calls): Promise<Arrived | UploadOutcome> {
  const signed = await calls.signUpload(file);
  if (signed.outcome !== 'done') return failed(signed);
  const { uploadUrl, fileUrl } = signed.answer ?? {};
  const imageId = imageIdIn(fileUrl);
  if (!imageId || typeof uploadUrl !== 'string') return failed(NOT_UNDERSTOOD);
  const put = await calls.putFile(uploadUrl, file);
  return put.outcome === 'done' ? { file, imageId, imageUrl: fileUrl } : failed(put);
}

/** Without an answer, or with one that was none of the site's own, the picture may be there all the same. */
const mayBeRepeated = (failure: Failure): boolean =>
  failure.outcome !== 'refused' || (failure.status ?? 0) >= 500;

const failed = (failure: Pick<Failure, 'outcome' | 'reason'>, arrived?: Arrived): UploadOutcome => ({
  outcome: 'failed',
  reason: failure.reason,
  isSignedOut: failure.outcome === 'signed-out',
  ...(arrived && { arrived }),
});

const TOO_LARGE = {
  outcome: 'refused',
  reason: `The picture is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} megabytes.`,
} as const;

const NOT_UNDERSTOOD = {
  outcome: 'refused',
  reason: 'The server named no place for the picture.',
} as const;
