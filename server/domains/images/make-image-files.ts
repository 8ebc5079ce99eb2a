import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { IMAGE_MAX_PIXELS } from '#contract/image-formats.ts';
import { FORMAT_NOT_ACCEPTED } from '#contract/image-extension.ts';
import { UPLOAD_EMPTY } from '#contract/images.ts';
import { orStorageFull } from '#server/platform/errors.ts';
import type { Files } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import type { ImageJob, ImageWorker, RejectionReason } from './image-worker.ts';
import { readMade } from './read-made.ts';
import type { MadeImage } from './save-image.ts';

/** Creates and stores the files, or returns why the image is rejected. Throws like the file store. */
export async function makeImageFiles(
  { files, tempFiles, imageWorker }: { files: Files; tempFiles: TempFiles; imageWorker: ImageWorker },
  source: { stream: () => Readable },
  { names, ...job }: Pick<ImageJob, 'image' | 'focus' | 'make'> & { names: readonly string[] },
): Promise<{ made: MadeImage } | { rejection: RejectionReason }> {
  try {
    await using folder = await tempFiles.makeFolder();
    const input = join(folder.path, 'upload');
    await writeFile(input, source.stream());
    const result = await imageWorker.work({ input, folder: folder.path, ...job });
    if ('rejection' in result) return result;
    // If one fails, keep the previous ones for garbage collection: another server may have registered the same image.
    for (const file of names) await files.save(`images/${file}`, readMade(join(folder.path, file)));
    return result;
  } catch (error) {
    throw orStorageFull(error);
  }
}

export const IMAGE_REJECTIONS: Record<RejectionReason, string> = {
  empty: UPLOAD_EMPTY,
  'not-a-picture': FORMAT_NOT_ACCEPTED,
  'too-many-pixels': `This image has more than ${IMAGE_MAX_PIXELS / 1e6} million pixels. Use a smaller one.`,
  'too-large-to-process':
    'This image is damaged or too large to process. Save it as a JPEG, or use a smaller one.',
  broken: "This image is damaged or didn't upload completely. Try again, or use another file.",
};
