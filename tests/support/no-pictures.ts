import type { FileStore } from '#server/files/file-store.ts';
import type { ImageWorker } from '#server/images/image-worker.ts';

function unexpected(): never {
  throw new Error('This site has no pictures.');
}

/** For services of tests that have nothing to do with pictures. */
export const NO_PICTURES: { files: FileStore; imageWorker: ImageWorker } = {
  files: {
    save: unexpected,
    find: unexpected,
    remove: unexpected,
    removeUploadsBefore: unexpected,
    signUpload: unexpected,
  },
  imageWorker: { work: unexpected, close: unexpected },
};
