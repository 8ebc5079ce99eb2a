import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupError, fileError } from './backup-error.ts';
import { backupEnd, type BackupHeader } from './backup-format.ts';

/** Backups hold password hashes: nobody else's business. */
const FILE_MODE = 0o600;

/**
 * Writes a backup. It has its name only once it is whole and on the disk; until then it stands beside as `.partial`.
 * Throws BackupError when it cannot be written, or when the name is taken and may not be replaced.
 */
export async function writeBackup(
  path: string,
  { header, lines, replace }: { header: BackupHeader; lines: AsyncIterable<string>; replace: boolean },
): Promise<void> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  const onDisk = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw error instanceof BackupError ? error : fileError(path, 'written', error);
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

const nameTaken = (path: string) => new BackupError(`${path} exists already; --force replaces it.`);

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

/** A new name for a file never replaces another; renaming would, were one made at the last moment. */
async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await rm(from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || existsSync(to)) throw nameTaken(to);
    // Some file systems, such as those of memory sticks, know one name a file only.
    await rename(from, to);
  }
}
