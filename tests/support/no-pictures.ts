import type { FileStore } from '#server/files/file-store.ts';
import type { WorkFiles } from '#server/files/work-files.ts';
import type { ImageWorker } from '#server/images/image-worker.ts';

function unexpected(): never {
  throw new Error('This site has no pictures.');
}

/** File and image services for tests that use no images; every call throws. */
export const NO_PICTURES: { files: FileStore; workFiles: WorkFiles; imageWorker: ImageWorker } = {
  files: {
    save: unexpected,
    find: unexpected,
    remove: unexpected,
    list: unexpected,
    signUpload: unexpected,
  },
  workFiles: { makePath: unexpected, makeFolder: unexpected, list: unexpected, remove: unexpected },
  imageWorker: { work: unexpected, close: unexpected },
};
