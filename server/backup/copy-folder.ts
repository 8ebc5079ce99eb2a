import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '#server/platform/files/checksums.ts';
import { saveDurably } from '#server/platform/files/disk-files.ts';
import { orMissing } from '#server/platform/files/temp-files.ts';
import { fileError } from './backup-error.ts';
import type { BackupCopy } from './backup-format.ts';
import { partialPath, removeStoppedPartials } from './partial-files.ts';
import { FILE_MODE } from './write-backup.ts';

/** List of checksums in the format of `sha256sum`, which can check the folder with it. */
const CHECKSUMS = 'SHA256SUMS';

/**
 * Folder with the copies of files, for any number of backups. A copy is never overwritten, because earlier backups need
 * it: if the name of a file is taken by other content, its SHA-256 precedes its name.
 */
export type CopyFolder = Awaited<ReturnType<typeof openCopyFolder>>;

/** Opens the folder. Throws BackupError if it cannot be read or, with `create`, cannot be created. */
export async function openCopyFolder(path: string, { create }: { create: boolean }) {
  const onDisk = <Result>(what: 'read' | 'write', work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw fileError(path, what, error);
    });
  if (create) {
    await onDisk('write', mkdir(path, { recursive: true, mode: 0o700 }));
    await onDisk('write', removeStoppedPartials(path));
  } else await onDisk('read', stat(path));
  const checksums = parseChecksums(
    (await onDisk('read', readFile(join(path, CHECKSUMS), 'utf8').catch(orMissing))) ?? '',
  );

  /** Returns the content of a file, or undefined if no copy is intact. */
  async function read(name: string, sha256: string): Promise<Buffer | undefined> {
    for (const each of [name, otherName(name, sha256)]) {
      // A copy that cannot be read is like one that is damaged.
      const content = await readFile(join(path, each)).catch(() => undefined);
      if (content && sha256Of(content) === sha256) return content;
    }
    return undefined;
  }

  return {
    path,

    /** Returns the SHA-256 that a file had when it was copied. */
    sha256Of: (name: string): string | undefined => checksums.get(name),

    /** Returns an intact copy. */
    async find(name: string, sha256: string): Promise<BackupCopy | undefined> {
      const content = await read(name, sha256);
      return content && { copy: name, size: content.length, sha256 };
    },

    /** Stores a copy unless there is an intact one, then its checksum. After a crash in between, the next backup adds it. */
    async save(name: string, content: Uint8Array): Promise<BackupCopy> {
      const sha256 = sha256Of(content);
      const isTaken = await onDisk('read', stat(join(path, name)).catch(orMissing));
      const isCopied = isTaken && (await read(name, sha256));
      const target = isTaken && !isCopied ? otherName(name, sha256) : name;
      const partial = partialPath(join(path, name));
      if (!isCopied)
        await onDisk('write', saveDurably(join(path, target), content, { partial, mode: FILE_MODE }));
      const line = `${sha256}  ${target}\n`;
      await onDisk('write', appendFile(join(path, CHECKSUMS), line, { mode: FILE_MODE }));
      return { copy: name, size: content.length, sha256 };
    },

    read,
  };
}

const otherName = (name: string, sha256: string) => `${sha256}.${name}`;

/** Parses the checksums. Ignores a line that a crash cut off. */
const parseChecksums = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, sha256, name] = /^([0-9a-f]{64}) {2}([A-Za-z0-9._-]+)$/.exec(line) ?? [];
      return sha256 && name ? [[name, sha256] as const] : [];
    }),
  );
