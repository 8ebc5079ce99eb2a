import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '#server/platform/files/disk-files.ts';
import { BackupError, onDisk } from './backup-error.ts';
import { backupEnd, type BackupHeader } from './backup-format.ts';

/** Access for the owner only, because backups contain password hashes. */
export const FILE_MODE = 0o600;

/** Content of a backup, in this order: one header, then lines. */
export type BackupOutput = {
  header(header: BackupHeader): Promise<void>;
  /** Compresses lines. Each call adds a gzip member, which readers concatenate. */
  lines(lines: AsyncIterable<string>): Promise<void>;
};

type BackupSteps<Result> = {
  replace: boolean;
  write: (output: BackupOutput) => Promise<Result>;
  /** Reads the file at this path. Throws to discard it. */
  verify: (partial: string) => Promise<void>;
};

/**
 * Writes a backup to a `.partial` file, and renames it once it is complete, synced, and verified. Throws BackupError if
 * writing fails, or if the file exists and `replace` is false.
 */
export async function writeBackup<Result>(
  path: string,
  { replace, write, verify }: BackupSteps<Result>,
): Promise<Result> {
  const partial = partialPath(path);
  const writing = <Done>(work: Promise<Done>) => onDisk(path, 'write', work);
  const refuseToReplace = () => {
    if (replace || !existsSync(path)) return;
    throw new BackupError(`${path} already exists. To replace it, add --force.`);
  };
  refuseToReplace();
  await removeStoppedPartials(dirname(path));
  try {
    let result: Result;
    {
      await using file = await writing(open(partial, 'wx', FILE_MODE));
      const hash = createHash('sha256');
      const writeHashed = async (bytes: Uint8Array) => {
        hash.update(bytes);
        await writing(file.writeFile(bytes));
      };
      result = await write({
        header: (header) => writeHashed(Buffer.from(`${JSON.stringify(header)}\n`)),
        lines: (lines) =>
          pipeline(Readable.from(lines), createGzip(), async (compressed: AsyncIterable<Buffer>) => {
            for await (const bytes of compressed) await writeHashed(bytes);
          }),
      });
      await writing(file.writeFile(backupEnd(hash.digest('hex'))));
      await writing(file.sync());
    }
    await verify(partial);
    // Another backup may have created it in between.
    refuseToReplace();
    await writing(rename(partial, path));
    await writing(syncFolder(dirname(path)));
    return result;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** A process with the same id as that of a stopped backup, such as in another container, does not run for longer. */
const BACKUP_MS = 24 * 60 * 60_000;
/** Id of the process, which earlier releases left out, and a random number. */
const PARTIAL = /\.([0-9a-f]{8})?[0-9a-f]{8}\.partial$/;

/** Returns the path of a file until it is complete. */
export const partialPath = (path: string): string =>
  `${path}.${process.pid.toString(16).padStart(8, '0')}${randomBytes(4).toString('hex')}.partial`;

/** Removes the files that stopped backups have left in a folder, if it can. */
export async function removeStoppedPartials(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [isPartial, pid] = PARTIAL.exec(name) ?? [];
    if (!isPartial) continue;
    const path = join(folder, name);
    const isStopped = pid !== undefined && !isRunning(Number.parseInt(pid, 16));
    const isOld = async () => Date.now() - (await stat(path)).mtimeMs > BACKUP_MS;
    if (isStopped || (await isOld().catch(() => false))) await rm(path).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
