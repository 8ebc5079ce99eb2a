import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UPLOAD_URL_LIFE_S } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { HttpError } from '#server/errors.ts';
import type { FileKey, FileStore } from './file-store.ts';
import { readSecret } from './secret.ts';
import { createUploadSigner, type UploadSignature } from './upload-signature.ts';

/** A store whose uploads arrive at this server, which has to check what it has signed. */
export type DiskFileStore = FileStore & {
  /** Throws 403 when this address was not signed for this file, or no longer is. */
  checkUpload(key: FileKey, signature: UploadSignature): void;
};

/** Opens the files in the data folder: what was uploaded and nobody has looked at yet, and what is public. */
export function openDiskFiles(dataDir: string, now = () => Date.now()): DiskFileStore {
  const root = join(dataDir, 'files');
  const unfinished = join(root, 'unfinished');
  for (const folder of ['unfinished', 'uploads', 'images']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  const signer = createUploadSigner(readSecret(join(dataDir, 'secrets', 'upload-signing')));

  function pathOf(key: FileKey): string {
    // All names are made by the server; whatever is not of their kind does not reach the disk.
    if (!KEY.test(key)) throw new RangeError(`${JSON.stringify(key)} is no key of a file.`);
    return join(root, key);
  }

  return {
    async save(key, content) {
      const path = pathOf(key);
      const partial = join(unfinished, randomUUID());
      try {
        await write(partial, content);
        await rename(partial, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(partial, { force: true });
        throw isFull(error) ? diskFull() : error;
      }
    },

    async find(key) {
      const path = pathOf(key);
      const found = await stat(path).catch(orMissing);
      if (!found?.isFile()) return undefined;
      return {
        size: found.size,
        etag: `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`,
        stream: () => createReadStream(path),
      };
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    async removeUploadsBefore(moment) {
      for (const folder of [unfinished, join(root, 'uploads')]) {
        for (const name of await readdir(folder)) {
          const path = join(folder, name);
          const found = await stat(path).catch(orMissing);
          if (found && found.mtimeMs < moment.getTime()) await rm(path, { force: true });
        }
      }
    },

    signUpload(key, terms) {
      const expires = Math.floor(now() / 1000) + UPLOAD_URL_LIFE_S;
      const query = new URLSearchParams({
        expires: String(expires),
        ...(terms.contentType !== undefined && { contentType: terms.contentType }),
        ...(terms.size !== undefined && { size: String(terms.size) }),
        signature: signer.sign(key, { expires, ...terms }),
      });
      return `${API.uploads}/${key.slice(key.indexOf('/') + 1)}?${query}`;
    },

    checkUpload(key, signature) {
      if (!signer.isGenuine(key, signature)) {
        throw new HttpError(403, 'upload-not-signed', 'This address was not given for this file.');
      }
      if (signature.expires * 1000 < now()) {
        throw new HttpError(403, 'upload-expired', 'The time for this upload is over. Please try again.');
      }
    },
  };
}

const KEY = /^(?:uploads|images)\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

async function write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await using file = await open(path, 'wx');
  await file.writeFile(content);
  await file.sync();
}

/** A name is on the disk once its folder is. Windows has no such thing, and keeps names by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path);
  await folder.sync();
}

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

const diskFull = () => new HttpError(507, 'disk-full', 'The disk of the server is full. Nothing was stored.');
