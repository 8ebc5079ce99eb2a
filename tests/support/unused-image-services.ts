import type { FileStore } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import type { ImageWorker } from '#server/domains/images/image-worker.ts';

function unexpected(): never {
  throw new Error('This test has no image services.');
}

/** File and image services for tests that use no images; every call throws. */
export const UNUSED_IMAGE_SERVICES: { files: FileStore; tempFiles: TempFiles; imageWorker: ImageWorker } = {
  files: {
    save: unexpected,
    find: unexpected,
    remove: unexpected,
    list: unexpected,
    signUpload: unexpected,
  },
  tempFiles: { makePath: unexpected, makeFolder: unexpected, list: unexpected, remove: unexpected },
  imageWorker: { work: unexpected, close: unexpected },
};
