import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupError, fileError } from './backup-error.ts';
import { backupEnd, type BackupHeader } from './backup-format.ts';
import { partialPath, removeStoppedPartials } from './partial-files.ts';

/** Access for the owner only, because backups contain password hashes. */
export const FILE_MODE = 0o600;

/** Content of a backup, in this order: one header, then lines. */
export type BackupOutput = {
  header(header: BackupHeader): Promise<void>;
  /** Compresses lines. Each call adds a gzip member, which readers concatenate. */
  lines(lines: AsyncIterable<string>): Promise<void>;
};

/**
 * Writes a backup to a `.partial` file, and renames it once it is complete, synced, and verified. Throws BackupError if
 * writing fails, or if the file exists and `replace` is false.
 */
export async function writeBackup(
  path: string,
  {
    replace,
    write,
    verify,
  }: {
    replace: boolean;
    write: (output: BackupOutput) => Promise<void>;
    /** Reads the file at this path. Throws to discard it. */
    verify: (partial: string) => Promise<void>;
  },
): Promise<void> {
  const partial = partialPath(path);
  const onDisk = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw error instanceof BackupError ? error : fileError(path, 'write', error);
    });
  if (!replace && existsSync(path)) throw nameTaken(path);
  await onDisk(removeStoppedPartials(dirname(path)));
  const file = await onDisk(open(partial, 'wx', FILE_MODE));
  try {
    try {
      const hash = createHash('sha256');
      const writeHashed = async (bytes: Uint8Array) => {
        hash.update(bytes);
        await onDisk(file.writeFile(bytes));
      };
      await write({
        header: (header) => writeHashed(Buffer.from(`${JSON.stringify(header)}\n`)),
        lines: (lines) =>
          pipeline(Readable.from(lines), createGzip(), async (compressed: AsyncIterable<Buffer>) => {
            for await (const bytes of compressed) await writeHashed(bytes);
          }),
      });
      await onDisk(file.writeFile(backupEnd(hash.digest('hex'))));
      await onDisk(file.sync());
    } finally {
      await file.close();
    }
    await verify(partial);
    await onDisk(replace ? rename(partial, path) : renameToNew(partial, path));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

const nameTaken = (path: string) => new BackupError(`${path} already exists. To replace it, add --force.`);

/** Links before removing the old name: unlike `rename`, `link` never replaces a file created in between. */
async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await rm(from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || existsSync(to)) throw nameTaken(to);
    // Fall back to `rename`: some file systems, such as FAT, have no hard links.
    await rename(from, to);
  }
}
