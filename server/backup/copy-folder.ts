import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '#server/platform/files/checksums.ts';
import { saveDurably } from '#server/platform/files/disk-files.ts';
import { orMissing } from '#server/platform/files/temp-files.ts';
import { onDisk } from './backup-error.ts';
import { FILE_MODE, partialPath, removeStoppedPartials } from './write-backup.ts';

/** List of checksums in the format of `sha256sum`, which can check the folder with it. */
const CHECKSUMS = 'SHA256SUMS';

/**
 * Folder with the copies of files, for any number of backups. A copy is never overwritten, because earlier backups need
 * it: if the name of a file is taken by other content, its SHA-256 precedes its name.
 */
export type CopyFolder = Awaited<ReturnType<typeof openCopyFolder>>;

/** Opens the folder. Throws BackupError if it cannot be read or, with `create`, cannot be created. */
export async function openCopyFolder(path: string, { create }: { create: boolean }) {
  if (create) await onDisk(path, 'write', mkdir(path, { recursive: true, mode: 0o700 }));
  else await onDisk(path, 'read', stat(path));
  const sums = (await onDisk(path, 'read', readFile(join(path, CHECKSUMS), 'utf8').catch(orMissing))) ?? '';
  const checksums = parseChecksums(sums);
  if (create) await removeStoppedPartials(path);

  return {
    path,

    /** Returns the SHA-256 that a file had when it was copied. */
    sha256Of: (name: string): string | undefined => checksums.get(name),

    /** Returns the content of a file, or undefined if no copy is intact. */
    async read(name: string, sha256: string | undefined): Promise<Buffer | undefined> {
      if (sha256 === undefined) return undefined;
      for (const each of [name, otherName(name, sha256)]) {
        // A copy that cannot be read is like one that is damaged.
        const content = await readFile(join(path, each)).catch(() => undefined);
        if (content && sha256Of(content) === sha256) return content;
      }
      return undefined;
    },

    /** Stores a copy, then its checksum. */
    async save(name: string, { content, sha256 }: { content: Buffer; sha256: string }): Promise<void> {
      const target = existsSync(join(path, name)) ? otherName(name, sha256) : name;
      const options = { partial: partialPath(join(path, name)), mode: FILE_MODE };
      await onDisk(path, 'write', saveDurably(join(path, target), content, options));
      const line = `${sha256}  ${target}\n`;
      await onDisk(path, 'write', appendFile(join(path, CHECKSUMS), line, { mode: FILE_MODE }));
    },
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
