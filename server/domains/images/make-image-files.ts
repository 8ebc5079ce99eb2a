import { constants } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { orStorageFull } from '#server/platform/errors.ts';
import type { Files } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import type { ImageJob, ImageWorker, RejectionReason } from './image-worker.ts';
import { filesOf, renditionsOf, type MadeImage } from './image-files.ts';

export type ImageMaker = { files: Files; tempFiles: TempFiles; imageWorker: ImageWorker };

type Job = Pick<ImageJob, 'image' | 'focus' | 'make'>;
type Made = { made: MadeImage } | { rejection: RejectionReason };

/** Creates and stores the files, or returns why the image is rejected. Throws like the file store. */
export const makeImageFiles = (
  maker: ImageMaker,
  source: { stream: () => Readable },
  job: Job & { make: 'all' | 'square' | 'phone' },
): Promise<Made> =>
  makeInFolder(maker, source, job, async (read) => {
    // If one fails, keep the previous ones for garbage collection: another server may have registered the same image.
    const files = job.make === 'all' ? filesOf(job.image) : renditionsOf(job.image, job.make);
    for (const file of files) await maker.files.save(`images/${file}`, read(file));
  });

/** Creates files in a temporary folder, and calls `keep` with a function that reads them. */
export async function makeInFolder(
  { tempFiles, imageWorker }: ImageMaker,
  source: { stream: () => Readable },
  job: Job,
  keep: (read: (name: string) => AsyncIterable<Buffer>) => Promise<void>,
): Promise<Made> {
  try {
    await using folder = await tempFiles.makeFolder();
    const input = join(folder.path, 'upload');
    await writeFile(input, source.stream());
    const result = await imageWorker.work({ input, folder: folder.path, ...job });
    if ('made' in result) await keep((name) => readMade(join(folder.path, name)));
    return result;
  } catch (error) {
    throw orStorageFull(error);
  }
}

/** Reads a file of the worker. Follows no link, because a malicious image could make it link to the database. */
async function* readMade(path: string): AsyncGenerator<Buffer> {
  // Windows lacks the last two flags, and `|` ignores undefined.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
}
