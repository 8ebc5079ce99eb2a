import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupError, fileError } from './backup-error.ts';
import { backupEnd, type BackupHeader } from './backup-format.ts';

/** Access for the owner only, because backups contain password hashes. */
const FILE_MODE = 0o600;

/**
 * Writes a backup to a `.partial` file, and renames it once it is complete and synced. Throws BackupError if writing
 * fails, or if the file exists and `replace` is false.
 */
export async function writeBackup(
  path: string,
  { header, lines, replace }: { header: BackupHeader; lines: AsyncIterable<string>; replace: boolean },
): Promise<void> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  const onDisk = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw error instanceof BackupError ? error : fileError(path, 'write', error);
    });
  if (!replace && existsSync(path)) throw nameTaken(path);
  const file = await onDisk(open(partial, 'wx', FILE_MODE));
  try {
    try {
      await writeParts((bytes) => onDisk(file.writeFile(bytes)), header, lines);
      await onDisk(file.sync());
    } finally {
      await file.close();
    }
    await onDisk(replace ? rename(partial, path) : renameToNew(partial, path));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

const nameTaken = (path: string) => new BackupError(`${path} already exists. To replace it, add --force.`);

async function writeParts(
  write: (bytes: Uint8Array) => Promise<void>,
  header: BackupHeader,
  lines: AsyncIterable<string>,
): Promise<void> {
  const hash = createHash('sha256');
  const writeHashed = async (bytes: Uint8Array) => {
    hash.update(bytes);
    await write(bytes);
  };
  await writeHashed(Buffer.from(`${JSON.stringify(header)}\n`));
  await pipeline(Readable.from(lines), createGzip(), async (compressed: AsyncIterable<Buffer>) => {
    for await (const bytes of compressed) await writeHashed(bytes);
  });
  await write(Buffer.from(backupEnd(hash.digest('hex'))));
}

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
