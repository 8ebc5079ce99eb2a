import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HttpError } from '#server/errors.ts';
import type { FileKey, FileStore } from './file-store.ts';

/** The files in the data folder: what was uploaded and nobody has looked at yet, and what is public. */
export function createDiskFiles(dataDir: string): Omit<FileStore, 'signUpload'> {
  const root = join(dataDir, 'files');
  const unfinished = join(root, 'unfinished');

  function pathOf(key: FileKey): string {
    // All names are made by the server; whatever is not of their kind does not reach the disk.
    if (!KEY.test(key)) throw new RangeError(`${JSON.stringify(key)} is no key of a file.`);
    return join(root, key);
  }

  return {
    async save(key, content) {
      const path = pathOf(key);
      const partial = join(unfinished, randomUUID());
      for (const folder of [unfinished, dirname(path)]) await mkdir(folder, { recursive: true });
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
        for (const name of (await readdir(folder).catch(orMissing)) ?? []) {
          const path = join(folder, name);
          const found = await stat(path).catch(orMissing);
          if (found && found.mtimeMs < moment.getTime()) await rm(path, { force: true });
        }
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
